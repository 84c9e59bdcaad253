import { useRef } from 'preact/hooks'
import { bytes, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { farText, type StorageLimits } from '../../ui/uploads/size-text.ts'
import { useFilesFromPage } from '../../ui/uploads/use-files-from-page.ts'

interface DropZoneProps {
  /** Undefined while they are not known. */
  limits: StorageLimits | undefined
  onFiles: (files: readonly File[]) => void
}

/** Takes files by a button, by dropping them anywhere on the page, and by pasting. */
export function DropZone({ limits, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFilesFromPage(({ files, folders }) => {
    if (folders > 0)
      toast(
        `${plural(folders, 'folder')} not taken: pack a folder into one file first, such as a .zip`,
      )
    if (files.length > 0) onFiles(files)
  })
  return (
    <section class={isOver.value ? 'drop-zone over' : 'drop-zone'} aria-label="Upload">
      <button type="button" class="button primary" onClick={() => input.current?.click()}>
        <Icon name="upload" /> Upload files
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div>
        <p class="drop-hint">
          {isOver.value ? 'Let go to upload' : 'or drop them anywhere on this page, or paste them'}
        </p>
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
        {is_own_network
          ? `Up to ${bytes(max_file_bytes)} each. `
          : `Up to ${bytes(max_file_bytes)} each from here. `}
        {roomText(limits)} An upload that is cut off resumes.
      </p>
      {!is_own_network && (
        <details class="quiet small">
          <summary>
            Larger ones, up to {bytes(own_network_max_file_bytes)}, only from the owner’s network
          </summary>
          <p>{farText(limits)}</p>
        </details>
      )}
    </>
  )
}

function roomText({ quota_bytes, used_bytes, free_bytes, max_file_bytes }: StorageLimits): string {
  if (quota_bytes !== null)
    return `You use ${bytes(used_bytes)} of your ${bytes(quota_bytes)}, ${bytes(free_bytes)} can still be stored.`
  if (free_bytes === 0) return 'The disk of the service is full: nothing can be stored now.'
  if (free_bytes < max_file_bytes) return `The disk has room for ${bytes(free_bytes)}.`
  return ''
}
