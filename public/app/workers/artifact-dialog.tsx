import { useEffect } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { bytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { visible } from '../../ui/markdown/visible-text.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { type ArtifactView, plain } from './artifact-kinds.ts'
import type { WorkerArtifact } from './types.ts'

/** Of a text, drawn at once; the file itself may be larger. */
const MAX_SHOWN_BYTES = 512 * 1024

interface ArtifactDialogProps {
  artifact: WorkerArtifact
  view: ArtifactView
  onClose: () => void
}

/** A file that a worker has made: nothing in it is run, and nothing outside of it is loaded. */
export function ArtifactDialog({ artifact, view, onClose }: ArtifactDialogProps) {
  const { name, url } = artifact
  return (
    <Dialog title={visible(name)} onClose={onClose}>
      <div class="worker-view">
        {view === 'picture' ? (
          <Picture artifact={artifact} />
        ) : (
          <Text artifact={artifact} isMarkdown={view === 'markdown'} />
        )}
      </div>
      <div class="actions">
        <a class="button" href={url} download={name}>
          <Icon name="download" /> Download
        </a>
      </div>
    </Dialog>
  )
}

/** The service sends it as a download; here it becomes a picture of an allowed type, or none. */
function Picture({ artifact }: Pick<ArtifactDialogProps, 'artifact'>) {
  const { name, url, media_type: type } = artifact
  const picture = useResource(
    async (signal) =>
      URL.createObjectURL(new Blob([await load(url, signal)], { type: plain(type) })),
    [url],
  )
  const loaded = picture.value.value
  const address = loaded.state === 'ready' ? loaded.data : undefined
  useEffect(
    () => () => {
      if (address !== undefined) URL.revokeObjectURL(address)
    },
    [address],
  )
  return <Show of={picture}>{(src) => <img src={src} alt={visible(name)} />}</Show>
}

function Text({ artifact, isMarkdown }: { artifact: WorkerArtifact; isMarkdown: boolean }) {
  const { name, url, bytes: size } = artifact
  const text = useResource(
    async (signal) => new TextDecoder().decode((await load(url, signal)).slice(0, MAX_SHOWN_BYTES)),
    [url],
  )
  return (
    <Show of={text}>
      {(content) => (
        <>
          {size > MAX_SHOWN_BYTES && (
            <p class="notice">
              The first {bytes(MAX_SHOWN_BYTES)} of {bytes(size)}. Download it to see the rest.
            </p>
          )}
          <div class="actions">
            <CopyButton text={() => content} label={`Copy ${visible(name)}`} />
          </div>
          {isMarkdown ? (
            <Markdown text={content} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            <pre class="snippet" tabIndex={0}>
              {visible(content)}
            </pre>
          )}
        </>
      )}
    </Show>
  )
}

/** @throws {ApiError} */
async function load(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new ApiError(0, 'offline', 'The service cannot be reached')
  })
  if (response.ok) return response.arrayBuffer()
  if (response.status === 404)
    throw new ApiError(404, 'not_found', 'The file is deleted, an hour after the end of its job')
  throw new ApiError(response.status, 'unknown', `The service answered ${response.status}`)
}
