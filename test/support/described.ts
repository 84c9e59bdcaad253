import { Ajv2020 } from 'ajv/dist/2020.js'
import { pick } from './pick.ts'
import type { TestApp } from './service.ts'

/** The OpenAPI document of a service. */
export async function openApiOf(service: Pick<TestApp, 'request'>): Promise<unknown> {
  return (await service.request('/openapi.json')).json()
}

/**
 * Compares an answer with the OpenAPI document: its status, its media type and its body.
 *
 * @param route As in the document: `get /api/skills/{name}`
 * @returns The differences; empty when the answer is as documented
 */
export async function undocumented(
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
  // With the components, so that references are resolved. `components` is no keyword of JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const schema = closed({ components: pick(document, 'components'), ...content[type].schema })
  const valid = ajv.validate(schema, JSON.parse(text))
  return valid ? [] : [`${route} ${response.status}: ${ajv.errorsText()} in ${text.slice(0, 300)}`]
}

/** Forbids additional properties, so that an undocumented field is a difference. */
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
