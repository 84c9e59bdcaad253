import { checkShape, invalidField } from '../../../http/body/json.ts'
import { matches } from '../../../platform/check.ts'
import { ClientTool, type MessagesBody, OutputFormat, ToolChoice } from './schema.ts'

/** Fields that have another name in chat completions, or the same. */
const SAMPLING = {
  max_tokens: 'max_tokens',
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  stop_sequences: 'stop',
} as const

/**
 * The options of a request in the form of chat completions. The depth of thinking is left to the
 * model, because servers refuse to set it for models without thoughts.
 *
 * @throws {AppError} `invalid`
 */
export function forwardedOptions(body: MessagesBody): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, forwarded] of Object.entries(SAMPLING)) {
    const value: unknown = Reflect.get(body, name)
    if (value === undefined || value === null) continue
    if (Array.isArray(value) && value.length === 0) continue
    options[forwarded] = value
  }
  // The servers that know this field are those whose models think unless they are told not to.
  if (Reflect.get(Object(Reflect.get(body, 'thinking')), 'type') === 'disabled')
    options['chat_template_kwargs'] = { enable_thinking: false }
  return { ...options, ...toolOptions(body), ...formatOption(body) }
}

/** Whether the client reads the thoughts of the model. */
export function wantsThinking(body: MessagesBody): boolean {
  const thinking = Object(Reflect.get(body, 'thinking'))
  const type: unknown = Reflect.get(thinking, 'type')
  const isOn = type === 'enabled' || type === 'adaptive'
  return isOn && Reflect.get(thinking, 'display') !== 'omitted'
}

/** Tools without a schema are run by Anthropic, and are left out. */
function toolOptions(body: MessagesBody): Record<string, unknown> {
  const tools = (body.tools ?? []).flatMap((tool) => {
    if (!matches(ClientTool, tool)) return []
    const { name, description, input_schema: parameters, strict } = tool
    const words = typeof description === 'string' ? { description } : {}
    const strictly = typeof strict === 'boolean' ? { strict } : {}
    return [{ type: 'function', function: { name, ...words, parameters, ...strictly } }]
  })
  if (tools.length === 0) return {}
  return { tools, ...choiceOptions(Reflect.get(body, 'tool_choice')) }
}

function choiceOptions(choice: unknown): Record<string, unknown> {
  if (choice === undefined || choice === null) return {}
  const asked = checkShape(choice, ToolChoice, 'tool_choice')
  const { type, name, disable_parallel_tool_use: isSerial } = asked
  const parallel = isSerial === true ? { parallel_tool_calls: false } : {}
  switch (type) {
    case 'auto':
      return { tool_choice: 'auto', ...parallel }
    case 'any':
      return { tool_choice: 'required', ...parallel }
    case 'none':
      return { tool_choice: 'none' }
    case 'tool':
      if (name === undefined) throw invalidField('tool_choice.name', 'is missing: it must be text')
      return { tool_choice: { type: 'function', function: { name } }, ...parallel }
  }
}

function formatOption(body: MessagesBody): Record<string, unknown> {
  const config: unknown = Reflect.get(body, 'output_config')
  const format: unknown =
    Reflect.get(Object(config), 'format') ?? Reflect.get(body, 'output_format')
  if (format === undefined || format === null) return {}
  const { schema } = checkShape(format, OutputFormat, 'output_config.format')
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  }
}
