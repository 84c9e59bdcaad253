import type { OllamaBody } from './schema.ts'

/** Names of Ollama's options and of the same fields of chat completions. */
const SAMPLING: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  min_p: 'min_p',
  typical_p: 'typical_p',
  seed: 'seed',
  stop: 'stop',
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  repeat_penalty: 'repeat_penalty',
  mirostat: 'mirostat',
  mirostat_tau: 'mirostat_tau',
  mirostat_eta: 'mirostat_eta',
}

/** The options of a request in the form of chat completions. */
export function forwardedOptions({
  options,
  format,
  think,
}: Pick<OllamaBody, 'options' | 'format' | 'think'>): Record<string, unknown> {
  const forwarded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options ?? {})) {
    const known = SAMPLING[name]
    if (known !== undefined && value !== null) forwarded[known] = value
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
