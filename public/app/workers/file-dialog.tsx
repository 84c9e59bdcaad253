import type { ComponentChildren } from 'preact'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'

interface FileDialogProps {
  title: string
  url: string
  /** Under which the file is saved. */
  name: string
  onClose: () => void
  /** What is shown of the file. */
  children: ComponentChildren
}

/** Shows a file of a worker's job, with a link that saves it. */
export function FileDialog({ title, url, name, onClose, children }: FileDialogProps) {
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <div class="worker-view">{children}</div>
      <div class="actions">
        <a class="button" href={url} download={name}>
          <Icon name="download" /> {m.download}
        </a>
      </div>
    </Dialog>
  )
}
