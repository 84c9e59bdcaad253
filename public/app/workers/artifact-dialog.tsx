import { useEffect } from 'preact/hooks'
import { visible } from '../../ui/markdown/visible-text.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { type ArtifactView, plain } from './artifact-kinds.ts'
import { FileDialog } from './file-dialog.tsx'
import { FileText, loadFile } from './file-text.tsx'
import type { WorkerArtifact } from './types.ts'

interface ArtifactDialogProps {
  artifact: WorkerArtifact
  view: ArtifactView
  onClose: () => void
}

/** A file that a worker has made: nothing in it is run, and nothing outside of it is loaded. */
export function ArtifactDialog({ artifact, view, onClose }: ArtifactDialogProps) {
  const { name, url } = artifact
  return (
    <FileDialog {...{ name, url, onClose }} title={visible(name)}>
      {view === 'picture' ? (
        <Picture artifact={artifact} />
      ) : (
        <FileText {...{ name, url }} size={artifact.bytes} isMarkdown={view === 'markdown'} />
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
