import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { PageLayout } from '../../ui/layout.tsx'
import { navigate } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { AskForm } from './ask-form.tsx'
import { type Asked, addressOf, askedNow } from './asked.ts'
import { recentLists, recentPages, recentVideos } from './calls.ts'
import { Transcript } from './transcript.tsx'
import { VideoDetails } from './video-details.tsx'
import { VideoList } from './video-list.tsx'
import { WebPage } from './web-page.tsx'
import './page.css'
import { m } from './messages/en.ts'

/** What is behind an address: a web page as text, a video, its words, or a list of videos. */
export function Page() {
  const asked = askedNow()
  /** Asking the same again is another question. */
  const round = useSignal(0)
  /** The transcript that was asked for on this page, and not by an address. */
  const target = useRef<string | undefined>(undefined)
  const question = addressOf(asked)
  useStoredScroll(question)
  const ask = (next: Asked) => {
    const address = addressOf(next)
    for (const recent of [recentPages, recentVideos, recentLists]) recent.forget(address)
    target.current = address
    round.value += 1
    if (address !== question) navigate(address)
  }
  return (
    <PageLayout title={m.title}>
      <AskForm asked={asked} onAsk={ask} />
      <Answer
        key={`${round.value} ${question}`}
        asked={asked}
        isTarget={target.current === question}
        onAsk={ask}
      />
    </PageLayout>
  )
}

interface AnswerProps {
  asked: Asked
  isTarget: boolean
  onAsk: (asked: Asked) => void
}

function Answer({ asked, isTarget, onAsk }: AnswerProps) {
  // A job is known by its id, and its address is in what it has found.
  switch (asked.url === '' && asked.job === '' ? undefined : asked.action) {
    case undefined:
      return <Nothing />
    case 'page':
      return <WebPage asked={asked} />
    case 'video':
      return <VideoDetails asked={asked} onAsk={onAsk} />
    case 'transcript':
      return <Transcript asked={asked} isTarget={isTarget} onAsk={onAsk} />
    case 'list':
      return <VideoList asked={asked} onAsk={onAsk} />
  }
}

/** What to do first. */
function Nothing() {
  return (
    <Empty icon="link" title={m.pasteAddress}>
      <p>{m.pasteText}</p>
    </Empty>
  )
}

/** How far down each answer of this document was read, by what was asked. */
const places = new Map<string, number>()

/** Shows each answer from its start, and one that was left where it was left. */
function useStoredScroll(question: string): void {
  const latest = useRef(question)
  useLayoutEffect(() => {
    latest.current = question
    const main = document.querySelector('main')
    if (main !== null) main.scrollTop = places.get(question) ?? 0
  }, [question])
  useEffect(() => {
    const main = document.querySelector('main')
    const note = () => places.set(latest.current, main?.scrollTop ?? 0)
    main?.addEventListener('scroll', note, { passive: true })
    return () => main?.removeEventListener('scroll', note)
  }, [])
}
