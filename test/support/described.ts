import { Ajv2020 } from 'ajv/dist/2020.js'
import { pick } from './pick.ts'
import type { TestApp } from './service.ts'

/** The API description that a service gives. */
export async function describedBy(service: Pick<TestApp, 'request'>): Promise<unknown> {
  return (await service.request('/openapi.json')).json()
}

/**
 * What an answer does that `/openapi.json` does not say: its status, its media type, or its body.
 *
 * @param route As in the description: `get /api/skills/{name}`
 * @returns Faults in words; none when the answer is as described
 */
export async function undescribed(
  document: unknown,
  route: string,
  response: Pick<Response, 'status' | 'headers' | 'text'>,
): Promise<string[]> {
  const [method = '', path = ''] = route.split(' ')
  const operation: unknown = Object(Object(pick(document, 'paths'))[path])[method]
  const described: unknown = Object(pick(operation, 'responses'))[response.status]
  if (described === undefined) return [`${route} does not say ${response.status}`]
  const text = await response.text()
  const content = Object(pick(described, 'content'))
  const types = Object.keys(content)
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1)
  if (types.length === 0) return text === '' ? [] : [`${route} says no body: ${text.slice(0, 80)}`]
  if (!types.includes(type)) return [`${route} ${response.status} does not say the type ${type}`]
  if (type !== 'application/json') return []
  // The whole document, so that references to its components are found; no key of it is a keyword.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const schema = closed({ components: pick(document, 'components'), ...content[type].schema })
  const valid = ajv.validate(schema, JSON.parse(text))
  return valid ? [] : [`${route} ${response.status}: ${ajv.errorsText()} in ${text.slice(0, 300)}`]
}

/** A schema that takes no field which it does not name: what is answered must be described. */
function closed(schema: unknown): object {
  return Object(
    JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
      const { type, properties, additionalProperties } = Object(value)
      if (type !== 'object' || properties === undefined || additionalProperties !== undefined)
        return value
      return Object.keys(properties).length === 0
        ? value
        : { ...Object(value), additionalProperties: false }
    }),
  )
}
