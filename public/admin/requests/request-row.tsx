import { CopyButton } from '../../ui/copy.tsx'
import { duration, fullTime, shortTime } from '../../ui/format.ts'
import { ForeignText } from '../shared/text.tsx'
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
        <span class="mono">
          {method} {route}
        </span>
        <small>
          {actor === null ? 'Nobody recognized' : <ForeignText text={actor} />}
          {engine !== null && (
            <>
              , <ForeignText text={model === null ? engine : `${model} on ${engine}`} />
            </>
          )}
          {wait_ms !== null && wait_ms >= SHORT_MS && `, waited ${shortDuration(wait_ms)}`}
          <span class="mono request-id">{id}</span>
        </small>
      </span>
      <span class="request-end">
        <span class={tone === 'bad' ? 'bad-text' : ''}>{text}</span>
        <small class="quiet number" title={fullTime(at)}>
          {shortTime(at)}, took {shortDuration(ms)}
        </small>
      </span>
      <CopyButton text={() => id} label={`Copy the request id ${id}`} />
    </li>
  )
}

function shortDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : duration(ms / 1000)
}

/** What a status says, with its number for those who search for it. */
function outcome(status: number): { text: string; tone: string } {
  const known = LABELS[status]
  if (status < 400) return { text: known ?? `Answered (${status})`, tone: 'ok' }
  if (status < 500) return { text: `${known ?? 'Refused'} (${status})`, tone: 'warn' }
  return { text: `${known ?? 'Failed'} (${status})`, tone: 'bad' }
}

const LABELS: Readonly<Record<number, string>> = {
  200: 'Answered',
  201: 'Made',
  202: 'Queued',
  204: 'Done',
  400: 'Not understood',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  422: 'Not valid',
  429: 'Too many requests',
  499: 'Left by the client',
  500: 'Failed',
  502: 'The engine failed',
  503: 'Not available',
  504: 'Took too long',
  507: 'No room on the disk',
}
