import { useSignal } from '@preact/signals'
import type { components } from '../../ui/api-types.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { ForeignText, LongText, visibleText } from '../shared/text.tsx'
import { actionText } from './actions.ts'
import { fieldChanges } from './change-text.ts'

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
  return (
    <li class="row" data-entry={entry.id}>
      <span class="grow">
        <strong>
          <ForeignText text={actor} />
        </strong>{' '}
        {actionText(action)}{' '}
        <a
          class="quiet-link"
          href={`/admin/audit?subject=${encodeURIComponent(subject)}`}
          title={`All changes of ${visibleText(nameOf(subject))}`}
        >
          <ForeignText text={nameOf(subject)} />
        </a>
        {shown.map(({ field, before, after }) => (
          <small key={field}>
            <ForeignText text={field} />:{' '}
            {before !== '' && <LongText text={nameOf(before)} limit={VALUE_CHARACTERS} />}
            {before !== '' && ' → '}
            {after === '' ? 'gone' : <LongText text={nameOf(after)} limit={VALUE_CHARACTERS} />}
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
            {isWhole.value ? 'Show less' : `Show ${more} more`}
          </button>
        )}
        <small>
          <time dateTime={at} title={fullTime(at)}>
            {relativeTime(at)}
          </time>
          {address !== 'unknown' && (
            <>
              {' '}
              from <ForeignText text={address} />
            </>
          )}
          {requestId !== 'none' && (
            <>
              , request <code>{requestId}</code>
            </>
          )}
        </small>
      </span>
    </li>
  )
}
