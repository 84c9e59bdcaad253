import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { bytes, visible } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { FileDialog } from './file-dialog.tsx'
import { FileText, loadFile } from './file-text.tsx'
import { m } from './messages/en.ts'
import type { WorkerArtifact } from './types.ts'

const ICONS = {
  picture: 'image',
  markdown: 'document',
  text: 'document',
} as const satisfies Record<ArtifactView, IconName>

/** The files that a job has made, to be looked at here or downloaded. */
export function ArtifactList({ artifacts }: { artifacts: readonly WorkerArtifact[] }) {
  const shown = useSignal<{ artifact: WorkerArtifact; view: ArtifactView } | undefined>(undefined)
  return (
    <>
      <ul class="rows" aria-label={m.files}>
        {artifacts.map((artifact) => {
          const { name, bytes: size, media_type: type, url } = artifact
          const view = viewOf(type)
          return (
            <li key={name} class="row">
              <Icon name={view === undefined ? 'file' : ICONS[view]} />
              <span class="grow">
                <bdi class="worker-file">{visible(name)}</bdi>
                <small>
                  {typeText(type)}, {bytes(size)}
                </small>
              </span>
              <span class="actions beside">
                {view !== undefined && (
                  <button
                    type="button"
                    class="button"
                    aria-label={m.viewOne(visible(name))}
                    onClick={() => {
                      shown.value = { artifact, view }
                    }}
                  >
                    {m.view}
                  </button>
                )}
                <a
                  class="button plain icon"
                  href={url}
                  download={name}
                  aria-label={m.downloadOne(visible(name))}
                  title={m.download}
                >
                  <Icon name="download" />
                </a>
              </span>
            </li>
          )
        })}
      </ul>
      {shown.value !== undefined && (
        <ArtifactDialog
          {...shown.value}
          onClose={() => {
            shown.value = undefined
          }}
        />
      )}
    </>
  )
}

interface ArtifactDialogProps {
  artifact: WorkerArtifact
  view: ArtifactView
  onClose: () => void
}

/** A file that a worker has made: nothing in it is run, and nothing outside of it is loaded. */
function ArtifactDialog({ artifact, view, onClose }: ArtifactDialogProps) {
  const { name, url } = artifact
  return (
    <FileDialog name={name} url={url} onClose={onClose} title={visible(name)}>
      {view === 'picture' ? (
        <Picture artifact={artifact} />
      ) : (
        <FileText name={name} url={url} size={artifact.bytes} isMarkdown={view === 'markdown'} />
      )}
    </FileDialog>
  )
}

/** The service sends it as a download; here it becomes a picture of an allowed type, or none. */
function Picture({ artifact }: Pick<ArtifactDialogProps, 'artifact'>) {
  const { name, url, media_type: type } = artifact
  const picture = useResource(
    async (signal) =>
      URL.createObjectURL(new Blob([await loadFile(url, signal)], { type: plain(type) })),
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

/** Pictures that a browser draws without running anything in them. */
const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const TEXTS: readonly string[] = [
  'application/json',
  'application/xml',
  'application/javascript',
  'application/x-ndjson',
  'application/yaml',
  'application/x-sh',
  'image/svg+xml',
]
const LABELS: Readonly<Record<string, string>> = {
  'text/markdown': 'Markdown',
  'text/plain': m.types.text,
  'text/csv': m.types.table,
  'text/html': m.types.page,
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/zip': m.types.archive,
  'image/png': m.types.picture('PNG'),
  'image/jpeg': m.types.picture('JPEG'),
  'image/gif': m.types.picture('GIF'),
  'image/webp': m.types.picture('WebP'),
  'image/svg+xml': m.types.drawing,
}

/** How a file is shown here: never so that something in it could run. */
type ArtifactView = 'picture' | 'markdown' | 'text'

/** @returns undefined for what can only be downloaded */
function viewOf(mediaType: string): ArtifactView | undefined {
  const type = plain(mediaType)
  if (PICTURES.includes(type)) return 'picture'
  if (type === 'text/markdown') return 'markdown'
  return type.startsWith('text/') || TEXTS.includes(type) ? 'text' : undefined
}

function typeText(mediaType: string): string {
  return LABELS[plain(mediaType)] ?? plain(mediaType)
}

/** Without its parameters. */
function plain(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase()
}
