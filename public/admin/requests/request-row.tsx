import { CopyButton } from '../../ui/copy.tsx'
import { duration, fullTime, shortTime } from '../../ui/format.ts'
import { ForeignText } from '../shared/text.tsx'
import { m } from './messages/en.ts'
import type { LoggedRequest } from './page.tsx'

/** Waits below are not worth a word. */
const SHORT_MS = 100

/** One request in words. */
export function RequestRow({ request }: { request: LoggedRequest }) {
  const { at, request_id: id, actor, method, route, status, ms, wait_ms, engine, model } = request
  const { text, tone } = outcome(status)
  return (
    <li class="row request">
      <span class={`dot ${tone}`} />
      <span class="grow">
        <span class="mono" translate={false}>
          {method} {route}
        </span>
        <small>
          {actor === null ? m.nobody : <ForeignText text={actor} />}
          {engine !== null && (
            <>
              , <ForeignText text={model === null ? engine : m.modelOn(model, engine)} />
            </>
          )}
          {wait_ms !== null && wait_ms >= SHORT_MS && m.waited(shortDuration(wait_ms))}
          <span class="mono request-id" translate={false}>
            {id}
          </span>
        </small>
      </span>
      <span class="request-end">
        <span class={tone === 'bad' ? 'bad-text' : ''}>{text}</span>
        <small class="quiet number" title={fullTime(at)}>
          {m.took(shortTime(at), shortDuration(ms))}
        </small>
      </span>
      <CopyButton text={() => id} label={m.copyId(id)} />
    </li>
  )
}

function shortDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : duration(ms / 1000)
}

/** What a status says, with its number for those who search for it. */
function outcome(status: number): { text: string; tone: string } {
  const known = LABELS[status]
  if (status < 400) return { text: known ?? `${m.answered} (${status})`, tone: 'ok' }
  if (status < 500) return { text: `${known ?? m.refused} (${status})`, tone: 'warn' }
  return { text: `${known ?? m.failed} (${status})`, tone: 'bad' }
}

const LABELS: Readonly<Record<number, string>> = m.labels
