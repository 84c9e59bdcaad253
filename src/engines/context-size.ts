import type { ContextSize } from './contract/failure.ts'

/** How servers and tools say that a prompt does not fit the context of a model. */
const EXCEEDED =
  /context[ _](?:window|length|size)|(?:prompt|input|request)(?: \(\d{1,9} tokens\))? is too (?:long|large)|input (?:token count|length).{0,40}?exceeds|keep (?:from the initial prompt|the first \d+ tokens)|n_keep.{0,40}n_ctx/i

/** The size of the prompt. Taken from the sources and replies of the servers and tools. */
const TOKENS: readonly RegExp[] = [
  /(?:request|input) \((\d{1,9}) tokens\)/i,
  /total of (?:at least )?(\d{1,9}) tokens/i,
  /requested (\d{1,9}) tokens/i,
  /(?:has|contains)(?: at least)? (\d{1,9}) input tokens/i,
  /n_keep:? ?\(?(\d{1,9})/i,
  /keep the first (\d{1,9}) tokens/i,
  /too long: (\d{1,9}) tokens/i,
  /token count \(?(\d{1,9})/i,
]

/** What the context of the model holds. */
const LIMITS: readonly RegExp[] = [
  /n_ctx:? ?\(?(\d{1,9})/i,
  /context size \((\d{1,9})/i,
  /current batch size: (\d{1,9})/i,
  /context length (?:is|of)(?: only)? (\d{1,9})/i,
  /> ?(\d{1,9}) maximum/i,
  /tokens allowed \(?(\d{1,9})/i,
]

/** Whether an error text says that the prompt does not fit the context of the model. */
export function saysContextExceeded(text: string): boolean {
  return EXCEEDED.test(text)
}

/** The sizes that an error text names; a size that explains nothing is left out. */
export function contextSizeIn(text: string): ContextSize {
  const limit = firstNumber(LIMITS, text)
  const tokens = firstNumber(TOKENS, text)
  return contextSize(tokens, limit)
}

/** The sizes that are numbers. A prompt that is smaller than the limit explains nothing. */
export function contextSize(tokens: unknown, limit: unknown): ContextSize {
  const most = typeof limit === 'number' ? limit : undefined
  const count = typeof tokens === 'number' && tokens >= (most ?? 0) ? tokens : undefined
  return {
    ...(count === undefined ? {} : { tokens: count }),
    ...(most === undefined ? {} : { limit: most }),
  }
}

function firstNumber(patterns: readonly RegExp[], text: string): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(text)?.[1]
    if (digits !== undefined) return Number(digits)
  }
  return undefined
}
