import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../../../ui/icon.tsx'
import './drop-zone.css'
import { m } from '../messages/en.ts'

/** Takes files that are dragged onto the page. */
export function DropZone({
  limits,
  onFiles,
}: {
  /** In words. */
  limits: string
  onFiles: (files: readonly File[]) => void
}) {
  const isOver = useSignal(false)
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useLayoutEffect(() => {
    const page = mark.current?.closest('main')
    if (page === null || page === undefined) return
    const abort = new AbortController()
    const listen = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop') =>
      page.addEventListener(name, (event) => onDrag(name, event), { signal: abort.signal })
    const onDrag = (name: string, event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault()
      const { relatedTarget } = event
      if (name === 'dragleave')
        isOver.value = relatedTarget instanceof Node && page.contains(relatedTarget)
      else isOver.value = name !== 'drop'
      if (name === 'drop') latest.current([...event.dataTransfer.files])
    }
    for (const name of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) listen(name)
    // Beside the page, a file is not taken, and must not replace it either.
    for (const name of ['dragover', 'drop'] as const)
      document.addEventListener(
        name,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
        },
        { signal: abort.signal },
      )
    return () => abort.abort()
  }, [])
  return (
    <div ref={mark} class="drop" hidden={!isOver.value} aria-hidden="true">
      <p class="drop-text">
        <Icon name="clip" />
        <strong>{m.dropFiles}</strong>
        <span>{limits}</span>
      </p>
    </div>
  )
}
