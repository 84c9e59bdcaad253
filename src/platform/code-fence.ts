const FENCE = '```'

/**
 * The inside of the Markdown fence that models like to put around JSON, also when told not to; the
 * text itself where there is none around all of it. Takes time in proportion to the text.
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
