import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { attempt } from '../../ui/toast.tsx'
import { shownName } from './file-words.ts'
import { goingOn, isGoingOn, type Upload, uploads } from './upload-list.ts'
import { cancelUpload, pauseUpload, resumeUpload } from './upload-manager.ts'
import { percent, uploadWords } from './upload-words.ts'

/** More wait unseen for their turn. */
const SHOWN = 50

/** What is being uploaded, with ways to pause and to end it. */
export function UploadList() {
  const all = uploads.value
  if (all.length === 0) return null
  const sorted = all.toSorted((a, b) => rank(a) - rank(b))
  const hidden = all.length - SHOWN
  return (
    <section aria-labelledby="uploads">
      <h2 class="section" id="uploads">
        {goingOn.value === 0 ? 'Not uploaded yet' : `Uploading ${plural(goingOn.value, 'file')}`}
      </h2>
      <ul class="rows">
        {sorted.slice(0, SHOWN).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {hidden > 0 && <p class="quiet small list-end">{plural(hidden, 'more file')} in line</p>}
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

function UploadRow({ upload }: { upload: Upload }) {
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
        <small class={isFailed ? 'upload-fault' : 'number'} role={isFailed ? 'alert' : undefined}>
          {uploadWords(upload)}
        </small>
        {!isFailed && (
          <progress
            max={100}
            value={percent(sent.value, file.size)}
            aria-label={`Upload of ${name}`}
          />
        )}
      </span>
      <span class="actions beside">
        <UploadButtons upload={upload} name={name} />
      </span>
    </li>
  )
}

function UploadButtons({ upload, name }: { upload: Upload; name: string }) {
  const { value } = upload.state
  const canResume = value.kind === 'paused' || (value.kind === 'failed' && value.canRetry)
  return (
    <>
      {canResume && (
        <button
          type="button"
          class="button plain icon"
          aria-label={value.kind === 'paused' ? `Go on with ${name}` : `Try ${name} again`}
          title={value.kind === 'paused' ? 'Go on' : 'Try again'}
          onClick={() => resumeUpload(upload)}
        >
          <Icon name={value.kind === 'paused' ? 'play' : 'again'} />
        </button>
      )}
      {isGoingOn(upload) && value.kind !== 'storing' && (
        <button
          type="button"
          class="button plain icon"
          aria-label={`Pause ${name}`}
          title="Pause"
          onClick={() => pauseUpload(upload)}
        >
          <Icon name="pause" />
        </button>
      )}
      <button
        type="button"
        class="button plain icon"
        aria-label={value.kind === 'failed' ? `Remove ${name} from this list` : `Cancel ${name}`}
        title={value.kind === 'failed' ? 'Remove' : 'Cancel'}
        onClick={() => void attempt(() => cancelUpload(upload))}
      >
        <Icon name="close" />
      </button>
    </>
  )
}
