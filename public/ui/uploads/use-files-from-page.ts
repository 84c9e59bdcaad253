import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Follows what is dragged over the page, dropped on it and pasted. @returns Whether files are over it */
export function useFilesFromPage(onDropped: (dropped: Dropped) => void): Signal<boolean> {
  const isOver = useSignal(false)
  const latest = useRef(onDropped)
  latest.current = onDropped
  useLayoutEffect(() => {
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

/** What was dropped or pasted. */
interface Dropped {
  files: readonly File[]
  /** How many folders were among it: a browser gives no bytes of one. */
  folders: number
}

function droppedFiles({ items }: DataTransfer): Dropped {
  const files: File[] = []
  let folders = 0
  for (const item of items) {
    if (item.kind !== 'file') continue
    if (item.webkitGetAsEntry()?.isDirectory === true) {
      folders += 1
      continue
    }
    const file = item.getAsFile()
    if (file !== null) files.push(file)
  }
  return { files, folders }
}

/** Whether something that is dragged over the page has files. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
