import { checkShape } from '../../../http/body/json.ts'
import { FORWARDED_FIELDS } from '../chat-completions/forwarded-fields.ts'
import { refuseAt } from './refuse-at.ts'
import { JsonSchemaFormat, type ResponsesBody } from './schema.ts'

/** Fields that chat completions has by the same name, but with another meaning or form. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'top_logprobs',
])
const LOGPROBS = 'message.output_text.logprobs'

/**
 * The fields of a chat request that are neither messages nor tools.
 *
 * @throws {AppError} `invalid`
 */
export function readOptions(body: ResponsesBody): Record<string, unknown> {
  const { text, reasoning, max_output_tokens: maxTokens, top_logprobs: top, include } = body
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!Object.hasOwn(FORWARDED_FIELDS, name) || OWN_FIELDS.has(name)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== null) options[name] = value
  }
  // The older name, which every model server knows.
  if (maxTokens != null) options['max_tokens'] = maxTokens
  if (reasoning?.effort != null) options['reasoning_effort'] = reasoning.effort
  if (text?.verbosity != null) options['verbosity'] = text.verbosity
  const format = responseFormat(text?.format)
  if (format !== undefined) options['response_format'] = format
  if (include?.includes(LOGPROBS) === true || (top ?? 0) > 0) {
    options['logprobs'] = true
    if (top != null) options['top_logprobs'] = top
  }
  return options
}

function responseFormat(format: { type: string } | null | undefined): object | undefined {
  switch (format?.type) {
    case undefined:
    case 'text':
      return undefined
    case 'json_object':
      return { type: 'json_object' }
    case 'json_schema': {
      const { name, description, schema, strict } = checkShape(
        format,
        JsonSchemaFormat,
        'text.format',
      )
      return {
        type: 'json_schema',
        json_schema: {
          name,
          ...(description == null ? {} : { description }),
          schema,
          ...(strict == null ? {} : { strict }),
        },
      }
    }
    default:
      return refuseAt('text.format.type', 'it must be "text", "json_object" or "json_schema"')
  }
}
