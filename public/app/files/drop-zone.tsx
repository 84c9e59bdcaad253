import { bytes } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { FileButton } from '../../ui/uploads/file-button.tsx'
import { farText, type StorageLimits } from '../../ui/uploads/size-text.ts'
import { useFilesFromPage } from '../../ui/uploads/use-files-from-page.ts'
import { m } from './messages/en.ts'

interface DropZoneProps {
  /** Undefined while they are not known. */
  limits: StorageLimits | undefined
  onFiles: (files: readonly File[]) => void
}

/** Takes files by a button, by dropping them anywhere on the page, and by pasting. */
export function DropZone({ limits, onFiles }: DropZoneProps) {
  const isOver = useFilesFromPage(({ files, folders }) => {
    if (folders > 0) toast(m.foldersNotTaken(folders))
    if (files.length > 0) onFiles(files)
  })
  return (
    <section class={isOver.value ? 'drop-zone over' : 'drop-zone'} aria-label={m.upload}>
      <FileButton isPrimary isMultiple onFiles={onFiles}>
        {m.uploadFiles}
      </FileButton>
      <div>
        <p class="drop-hint">{isOver.value ? m.letGo : m.orDrop}</p>
        <Limits limits={limits} />
      </div>
    </section>
  )
}

/** What is taken, said before anything is sent. */
function Limits({ limits }: Pick<DropZoneProps, 'limits'>) {
  // As high as what follows.
  if (limits === undefined) return <p class="quiet small">&nbsp;</p>
  const { max_file_bytes, own_network_max_file_bytes, is_own_network } = limits
  return (
    <>
      <p class="quiet small">
        {is_own_network ? m.upTo(bytes(max_file_bytes)) : m.upToHere(bytes(max_file_bytes))}{' '}
        {roomText(limits)} {m.resumes}
      </p>
      {!is_own_network && (
        <details class="quiet small">
          <summary>{m.largerOnes(bytes(own_network_max_file_bytes))}</summary>
          <p>{farText(limits)}</p>
        </details>
      )}
    </>
  )
}

function roomText({ quota_bytes, used_bytes, free_bytes, max_file_bytes }: StorageLimits): string {
  if (quota_bytes !== null) return m.usage(bytes(used_bytes), bytes(quota_bytes), bytes(free_bytes))
  if (free_bytes === 0) return m.diskFull
  if (free_bytes < max_file_bytes) return m.diskRoom(bytes(free_bytes))
  return ''
}
