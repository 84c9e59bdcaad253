import { useSignal } from '@preact/signals'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { m as shared } from '../shared/messages/en.ts'
import { ForeignText, LongText, visibleText } from '../shared/text.tsx'
import { actionText } from './actions.tsx'
import { fieldChanges } from './change-text.ts'
import { m } from './messages/en.ts'

type Entry = components['schemas']['AuditEntry']

/** Changes that are shown before "Show all". */
const SHOWN = 4
/** Characters of a value that are shown before "Show all". */
const VALUE_CHARACTERS = 100

/** One change: who, what, when, and what was before and after. */
export function EntryRow({
  entry,
  nameOf,
}: {
  entry: Entry
  /** The name behind an id; the text itself where there is none. */
  nameOf: (id: string) => string
}) {
  const isWhole = useSignal(false)
  const { actor, action, subject, at, address, request_id: requestId } = entry
  // The subject is its id.
  const changes = fieldChanges(entry.before, entry.after).filter(({ field }) => field !== 'id')
  const shown = isWhole.value ? changes : changes.slice(0, SHOWN)
  const more = changes.length - SHOWN
  const time = (
    <time dateTime={at} title={fullTime(at)}>
      {relativeTime(at)}
    </time>
  )
  const place =
    address === 'unknown' ? time : fill(m.from, { time, address: <ForeignText text={address} /> })
  return (
    <li class="row" data-entry={entry.id}>
      <span class="grow">
        {actionText(action, {
          actor: (
            <strong>
              <ForeignText text={actor} />
            </strong>
          ),
          subject: (
            <a
              class="quiet-link"
              href={`/admin/audit?subject=${encodeURIComponent(subject)}`}
              title={m.allChanges(visibleText(nameOf(subject)))}
            >
              <ForeignText text={nameOf(subject)} />
            </a>
          ),
        })}
        {shown.map(({ field, before, after }) => (
          <small key={field}>
            <ForeignText text={field} />:{' '}
            {before !== '' && <LongText text={nameOf(before)} limit={VALUE_CHARACTERS} />}
            {before !== '' && ' → '}
            {after === '' ? m.gone : <LongText text={nameOf(after)} limit={VALUE_CHARACTERS} />}
          </small>
        ))}
        {more > 0 && (
          <button
            type="button"
            class="text-button small"
            aria-expanded={isWhole.value}
            onClick={() => {
              isWhole.value = !isWhole.value
            }}
          >
            {isWhole.value ? shared.showLess : m.showMore(more)}
          </button>
        )}
        <small>
          {requestId === 'none'
            ? place
            : fill(m.withRequest, { facts: place, id: <code>{requestId}</code> })}
        </small>
      </span>
    </li>
  )
}
