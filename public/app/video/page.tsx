import { useSignal } from '@preact/signals'
import { PageLayout } from '../../ui/layout.tsx'
import { navigate } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { AskForm } from './ask-form.tsx'
import { type Asked, addressOf, askedNow } from './asked.ts'
import { recentPages } from './calls.ts'
import { WebPage } from './web-page.tsx'

/** What is behind an address: a web page as text, a video, its words, or a list of videos. */
export function Page() {
  const asked = askedNow()
  /** Asking the same again is another question. */
  const round = useSignal(0)
  const question = addressOf(asked)
  const ask = (next: Asked) => {
    const address = addressOf(next)
    recentPages.forget(address)
    round.value += 1
    if (address !== question) navigate(address)
  }
  return (
    <PageLayout title="Video & web">
      <AskForm asked={asked} onAsk={ask} />
      <Answer key={`${round.value} ${question}`} asked={asked} />
    </PageLayout>
  )
}

function Answer({ asked }: { asked: Asked }) {
  switch (asked.url === '' ? undefined : asked.action) {
    case undefined:
      return <Nothing />
    case 'page':
      return <WebPage asked={asked} />
    default:
      return null
  }
}

/** What to do first. */
function Nothing() {
  return (
    <Empty icon="link" title="Paste an address">
      <p>
        A web page becomes clean text. A video gives its details and what is said in it. A channel
        or a playlist becomes a list.
      </p>
    </Empty>
  )
}
