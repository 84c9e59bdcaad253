import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import type { Message } from './types.ts'
import './footnotes.css'
import { m } from './parts/messages/en.ts'

type Passage = Message['steps'][number]['calls'][number]['passages'][number]

/** As models are told to write them; some leave the caret out. */
const MARK = /\[\^?(\d{1,15})\]/g

const passageDialog = lazyPart(() => import('../knowledge/passage-dialog.tsx'))

/** The passages that an answer cites, in the order in which it does. */
function citedIn(text: string, steps: Message['steps']): Passage[] {
  const known = new Map(
    steps.flatMap(({ calls }) =>
      calls.flatMap(({ passages }) => passages.map((one) => [one.number, one] as const)),
    ),
  )
  const numbers = new Set(Array.from(text.matchAll(MARK), ([, number]) => Number(number)))
  return [...numbers].flatMap((number) => known.get(number) ?? [])
}

/** An answer whose marks of passages are links, numbered in their order. */
export function withFootnotes(text: string, steps: Message['steps']): string {
  const cited = citedIn(text, steps)
  if (cited.length === 0) return text
  return text.replace(MARK, (mark, number) => {
    const place = cited.findIndex((one) => one.number === Number(number))
    const { url = '' } = cited[place] ?? {}
    return place === -1 ? mark : `[\\[${place + 1}\\]](${window.location.origin}${url})`
  })
}

/** What an answer cites, each of which opens the passage over the conversation. */
export function Footnotes({ text, steps }: { text: string; steps: Message['steps'] }) {
  const list = useRef<HTMLOListElement>(null)
  const shown = useSignal<{ collection: string; number: string } | undefined>(undefined)
  const dialog = useLazy(passageDialog, shown.value !== undefined, () => {
    shown.value = undefined
  })
  const cited = citedIn(text, steps)
  useEffect(() => {
    const answer = list.current?.closest('article')
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const passage = link === null ? undefined : passageOf(link.href)
      const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (passage === undefined || !isPlain) return
      event.preventDefault()
      shown.value = passage
    }
    answer?.addEventListener('click', open)
    return () => answer?.removeEventListener('click', open)
  }, [cited.length === 0])
  if (cited.length === 0) return null
  return (
    <>
      <ol ref={list} class="footnotes" aria-label={m.sources}>
        {cited.map(({ number, title, place, excerpt, url }) => (
          <li key={number}>
            <a href={url} dir="auto">
              {title}
            </a>
            {place !== '' && <span class="quiet"> · {place}</span>}
            <small class="quiet" dir="auto">
              {excerpt}
            </small>
          </li>
        ))}
      </ol>
      {dialog !== undefined && shown.value !== undefined && (
        <dialog.PassageDialog
          {...shown.value}
          onClose={() => {
            shown.value = undefined
          }}
        />
      )}
    </>
  )
}

function passageOf(href: string): { collection: string; number: string } | undefined {
  const { origin, pathname, searchParams } = new URL(href)
  const [, collection] = /^\/app\/knowledge\/(kno_[\w-]+)$/.exec(pathname) ?? []
  const number = searchParams.get('passage')
  if (origin !== window.location.origin || collection === undefined || number === null)
    return undefined
  return { collection, number }
}
