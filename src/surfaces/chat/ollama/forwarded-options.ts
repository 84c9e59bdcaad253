import type { OllamaBody } from './schema.ts'

/** Options of Ollama that chat completions has by the same names. */
const SAMPLING: ReadonlySet<string> = new Set([
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'typical_p',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'repeat_penalty',
  'mirostat',
  'mirostat_tau',
  'mirostat_eta',
])

/** The options of a request in the form of chat completions. */
export function forwardedOptions({
  options,
  format,
  think,
}: Pick<OllamaBody, 'options' | 'format' | 'think'>): Record<string, unknown> {
  const forwarded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options ?? {})) {
    if (SAMPLING.has(name) && value !== null) forwarded[name] = value
    // Below 0 it means as many as the model likes.
    if (name === 'num_predict' && typeof value === 'number' && value > 0)
      forwarded['max_tokens'] = value
  }
  if (think === false) forwarded['chat_template_kwargs'] = { enable_thinking: false }
  if (typeof think === 'string' && think !== '') forwarded['reasoning_effort'] = think
  return { ...forwarded, ...formatOption(format) }
}

function formatOption(format: OllamaBody['format']): Record<string, unknown> {
  if (format === 'json') return { response_format: { type: 'json_object' } }
  if (typeof format !== 'object' || format === null) return {}
  const json_schema = { name: 'answer', strict: true, schema: format }
  return { response_format: { type: 'json_schema', json_schema } }
}
