import { Icon, IconButton } from '../icon.tsx'
import { attempt } from '../toast.tsx'
import { countGoingOn, isGoingOn, type Upload } from './upload.ts'
import type { UploadManager } from './upload-manager.ts'
import { percent, shownName, uploadText } from './upload-text.ts'
import './upload-list-view.css'
import { m } from './messages/en.ts'

/** What the list needs of a manager, whatever its uploads become. */
type Manager = Pick<UploadManager<unknown>, 'list' | 'pause' | 'resume' | 'cancel'>

/** More wait unseen for their turn. */
const SHOWN = 50

/** What is being uploaded, with ways to pause and to end it. */
export function UploadList({ of }: { of: Manager }) {
  const all = of.list.value
  const goingOn = countGoingOn(all)
  if (all.length === 0) return null
  const sorted = all.toSorted((a, b) => rank(a) - rank(b))
  const hidden = all.length - SHOWN
  return (
    <section aria-labelledby="uploads">
      <h2 class="section" id="uploads">
        {goingOn === 0 ? m.notYet : m.uploading(goingOn)}
      </h2>
      <ul class="rows">
        {sorted.slice(0, SHOWN).map((upload) => (
          <UploadRow key={upload.id} upload={upload} of={of} />
        ))}
      </ul>
      {hidden > 0 && <p class="quiet small list-end">{m.moreInLine(hidden)}</p>}
    </section>
  )
}

/** What goes on first, then what needs the reader, then what waits. */
function rank({ state }: Upload): number {
  switch (state.value.kind) {
    case 'failed':
      return 1
    case 'paused':
      return 2
    case 'waiting':
      return 3
    default:
      return 0
  }
}

function UploadRow({ upload, of }: { upload: Upload; of: Manager }) {
  const { file, sent, state } = upload
  const { value } = state
  const name = shownName(file.name)
  const isFailed = value.kind === 'failed'
  return (
    <li class="row upload">
      <Icon name={isFailed ? 'warning' : 'upload'} />
      <span class="grow">
        <span class="one-line file-name" title={name} dir="auto">
          {name}
        </span>
        <small class={isFailed ? 'upload-error' : 'number'} role={isFailed ? 'alert' : undefined}>
          {uploadText(upload)}
        </small>
        {!isFailed && (
          <progress
            max={100}
            value={percent(sent.value, file.size)}
            aria-label={m.uploadOf(name)}
          />
        )}
      </span>
      <span class="actions beside">
        <UploadButtons upload={upload} name={name} of={of} />
      </span>
    </li>
  )
}

function UploadButtons({ upload, name, of }: { upload: Upload; name: string; of: Manager }) {
  const { value } = upload.state
  const canResume = value.kind === 'paused' || (value.kind === 'failed' && value.canRetry)
  return (
    <>
      {canResume && (
        <IconButton
          icon={value.kind === 'paused' ? 'play' : 'again'}
          label={value.kind === 'paused' ? m.goOnWith(name) : m.tryOne(name)}
          title={value.kind === 'paused' ? m.goOn : m.tryAgain}
          onPress={() => of.resume(upload)}
        />
      )}
      {isGoingOn(upload) && value.kind !== 'storing' && (
        <IconButton
          icon="pause"
          label={m.pauseOne(name)}
          title={m.pause}
          onPress={() => of.pause(upload)}
        />
      )}
      <IconButton
        icon="close"
        label={value.kind === 'failed' ? m.removeOne(name) : m.cancelOne(name)}
        title={value.kind === 'failed' ? m.remove : m.cancel}
        onPress={() => void attempt(() => of.cancel(upload))}
      />
    </>
  )
}
