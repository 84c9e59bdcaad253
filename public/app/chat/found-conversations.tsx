import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, errorMessage, read } from '../../ui/api.ts'
import { Entry } from './conversation-entry.tsx'
import { type ListedConversation, leaving } from './list-state.ts'
import { m } from './parts/messages/en.ts'

const SEARCH_PAUSE_MS = 200
const FOUND_CONVERSATIONS = 100

/** What a search finds, a moment after the last letter. */
export function Found({ query }: { query: string }) {
  const found = useSignal<readonly ListedConversation[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        found.value = await searchConversations(query, abort.signal)
        error.value = undefined
      } catch (cause) {
        if (!abort.signal.aborted) error.value = cause
      }
    }, SEARCH_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  if (error.value !== undefined)
    return (
      <p class="quiet small" role="alert">
        {errorMessage(error.value)}
      </p>
    )
  return (
    <>
      <p class="quiet small found" role="status">
        {foundText(found.value?.length)}
      </p>
      <ul>
        {found.value?.map(
          (item) =>
            !leaving.value.has(item.id) && (
              <li key={item.id}>
                <Entry item={item}>
                  {item.match && (
                    <small dir="auto">
                      {markTerms(item.match.excerpt, query).map(({ text, isFound }, index) =>
                        isFound ? <mark key={index}>{text}</mark> : text,
                      )}
                      {item.match.count > 1 && ` ${m.andMore(item.match.count - 1)}`}
                    </small>
                  )}
                </Entry>
              </li>
            ),
        )}
      </ul>
    </>
  )
}

function foundText(count: number | undefined): string {
  if (count === undefined) return m.searching
  return count === 0 ? m.nothingFound : m.found(count)
}

/**
 * A text in pieces, in which the words of a search start their own.
 *
 * @returns All of the text, in its order
 */
function markTerms(text: string, query: string): { text: string; isFound: boolean }[] {
  const terms = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (terms.length === 0) return [{ text, isFound: false }]
  // Letters, marks and digits need no escape.
  const pattern = new RegExp(`(${terms.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** Conversations with all words of a query in a message or in the title. */
async function searchConversations(
  q: string,
  signal: AbortSignal,
): Promise<readonly ListedConversation[]> {
  const call = api.GET('/api/conversations', {
    params: { query: { q, limit: FOUND_CONVERSATIONS } },
    signal,
  })
  return (await read(call)).items
}
