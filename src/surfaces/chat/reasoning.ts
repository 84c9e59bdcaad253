/** The thoughts in a delta or a message of chat completions: servers name the field differently. */
export function reasoningOf(fields: Readonly<Record<string, unknown>>): string {
  const text = fields['reasoning_content'] ?? fields['reasoning']
  return typeof text === 'string' ? text : ''
}

/** What a model says instead of an answer that it refuses. */
export function refusalOf(fields: Readonly<Record<string, unknown>>): string {
  const text = fields['refusal']
  return typeof text === 'string' ? text : ''
}
