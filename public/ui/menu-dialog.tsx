import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'

interface MenuDialogProps {
  title: string
  anchor: Element | undefined
  onClose: () => void
  /** Of {@link MenuItem}, and other `li`. */
  children: ComponentChildren
  below?: ComponentChildren
}

/** What can be done with something, beside what opened it. */
export function MenuDialog({ title, anchor, onClose, children, below }: MenuDialogProps) {
  return (
    <Dialog title={title} anchor={anchor} onClose={onClose}>
      <ul class="menu">{children}</ul>
      {below}
    </Dialog>
  )
}

interface MenuItemProps {
  icon: IconName
  isDanger?: boolean
  onPress: () => void
  children: ComponentChildren
}

export function MenuItem({ icon, isDanger = false, onPress, children }: MenuItemProps) {
  return (
    <li>
      <button type="button" class={isDanger ? 'danger' : ''} onClick={onPress}>
        <Icon name={icon} /> {children}
      </button>
    </li>
  )
}
