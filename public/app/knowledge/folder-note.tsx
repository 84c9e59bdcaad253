import { shortTime } from '../../ui/format.ts'
import { reasonText } from './knowledge-text.ts'
import { m } from './messages/en.ts'
import type { Collection } from './types.ts'

type Folder = NonNullable<Collection['folder']>

/** The folder of the machine that a collection follows, and what of it is not read. */
export function FolderNote({ folder }: { folder: Folder }) {
  const {
    path,
    error,
    error_code: code,
    files,
    skipped,
    skipped_count: left,
    looked_at: at,
  } = folder
  return (
    <>
      <p class="small knowledge-folder">
        {m.follows} <code dir="ltr">{path}</code>
        <span class="quiet">
          {' · '}
          {at === null ? m.notLookedAt : `${m.folderFiles(files)} · ${m.lookedAt(shortTime(at))}`}
        </span>
      </p>
      {error !== null && (
        <p class="notice bad" role="alert">
          {m.folderError} {reasonText(code, error)}.
        </p>
      )}
      {left > 0 && (
        <details class="small knowledge-skipped">
          <summary>{m.skipped(left)}</summary>
          <ul>
            {skipped.map((one) => (
              <li key={one.path}>
                <code dir="ltr">{one.path}</code>: {reasonText(one.reason_code, one.reason)}
              </li>
            ))}
          </ul>
          {left > skipped.length && <p class="quiet">{m.moreSkipped(left - skipped.length)}</p>}
        </details>
      )}
    </>
  )
}
