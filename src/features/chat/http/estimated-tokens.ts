import { countCharacters } from '../../../platform/subprocess.ts'
import type { ReadChat } from './dialect.ts'

/** What a token is on average, in code points of English text and code. */
const CHARACTERS_PER_TOKEN = 3.5
/** What a picture of the greatest size costs with Anthropic's models. */
const TOKENS_PER_FILE = 1_600

/**
 * The tokens of a request, by the length of its texts and tools. No engine is asked, because each
 * has its own tokens.
 */
export function estimatedTokens({ input, attached }: Pick<ReadChat, 'input' | 'attached'>): number {
  const { tools = [] } = input.options
  const text = JSON.stringify(input.messages) + JSON.stringify(tools)
  return Math.ceil(countCharacters(text) / CHARACTERS_PER_TOKEN) + attached.length * TOKENS_PER_FILE
}
