import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { bytes, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Dropped, droppedFiles, hasFiles } from './dropped-files.ts'
import type { StorageLimits } from './types.ts'
import { farWords } from './upload-words.ts'

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
        {roomWords(limits)} An upload that is cut off goes on where it stood.
      </p>
      {!is_own_network && (
        <details class="quiet small">
          <summary>
            Larger ones, up to {bytes(own_network_max_file_bytes)}, only from the owner’s network
          </summary>
          <p>{farWords(limits)}</p>
        </details>
      )}
    </>
  )
}

function roomWords({ quota_bytes, used_bytes, free_bytes, max_file_bytes }: StorageLimits): string {
  if (quota_bytes !== null)
    return `You use ${bytes(used_bytes)} of your ${bytes(quota_bytes)}, ${bytes(free_bytes)} can still be stored.`
  if (free_bytes === 0) return 'The disk of the service is full: nothing can be stored now.'
  if (free_bytes < max_file_bytes) return `The disk has room for ${bytes(free_bytes)}.`
  return ''
}

/** Follows what is dragged over the page, dropped on it and pasted. @returns Whether files are over it */
function useFilesFromPage(onDropped: (dropped: Dropped) => void) {
  const isOver = useSignal(false)
  const latest = useRef(onDropped)
  latest.current = onDropped
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = (event: DragEvent) => {
      // Out of the window, and not only onto another element.
      if (event.relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      isOver.value = false
      if (!hasFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      latest.current(droppedFiles(event.dataTransfer))
    }
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData !== null && clipboardData.files.length > 0)
        latest.current(droppedFiles(clipboardData))
    }
    window.addEventListener('dragenter', over)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragenter', over)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}
