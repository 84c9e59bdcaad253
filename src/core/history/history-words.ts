import type { HistoryRow, HistoryWords } from '../../db/history-store.ts'
import { sha256 } from '../../platform/ids.ts'
import { searchExpression } from '../search-expression.ts'
import type { HistoryKind } from './history-entry.ts'

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu

/** What the index has of an entry; the same for the same row. */
export function wordsOf({
  owner,
  kind,
  title,
  text,
}: Pick<HistoryRow, 'owner' | 'kind' | 'title' | 'text'>): HistoryWords {
  return {
    scope: `${scopeWord(owner)} ${scopeWord(owner, kind)}`,
    words: spaced(`${title}\n${text}`),
  }
}

/**
 * An FTS5 expression for the entries of an owner with all words of a query. The owner is a word of
 * the index, so that entries of others with common words cost no time.
 *
 * @returns undefined for a query without a word
 */
export function historyExpression(
  owner: string,
  kind: HistoryKind | undefined,
  query: string,
): string | undefined {
  const expression = searchExpression(query, (word) => spaced(word).trim())
  return expression && `scope : "${scopeWord(owner, kind)}" AND words : (${expression})`
}

/** One word for the tokenizer of FTS5. */
function scopeWord(owner: string, kind = 'all'): string {
  return `${sha256(owner).slice(0, 32)}${kind}`
}

/** Makes each character of an unspaced script a word, so that a search finds it inside of a sentence. */
function spaced(text: string): string {
  return text.replace(UNSPACED, ' $& ')
}
