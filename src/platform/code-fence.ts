const FENCE = '```'

/**
 * Removes a Markdown code fence around a whole text, which models often put around JSON. Without
 * one the text is returned as it is. Runs in linear time.
 */
export function withoutFence(text: string): string {
  const whole = text.trim()
  const newline = whole.indexOf('\n')
  const end = whole.length - FENCE.length
  if (newline === -1 || newline >= end) return text
  if (!whole.startsWith(FENCE) || !whole.endsWith(FENCE)) return text
  const language = whole.slice(FENCE.length, newline).trim()
  if (language !== '' && language.toLowerCase() !== 'json') return text
  return whole.slice(newline + 1, end).trim()
}
