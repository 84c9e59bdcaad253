import type { ComponentChild } from 'preact'
import { Dialog } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'
import { m } from './messages/en.ts'
import { openPalette } from './palette.tsx'
import './more-pages.css'

interface MorePagesProps {
  entries: readonly { href: string; label: string; icon: IconName; badge: ComponentChild }[]
  onClose: () => void
}

/** On a phone: the pages that are no tabs, and the search. */
export function MorePages({ entries, onClose }: MorePagesProps) {
  return (
    <Dialog title={m.more} onClose={onClose}>
      <ul class="rows more-pages">
        {entries.map(({ href, label, icon, badge }) => (
          <li key={href}>
            <a class="row" href={href} onClick={onClose}>
              <Icon name={icon} />
              <span class="grow">{label}</span>
              {badge}
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            class="row"
            onClick={() => {
              onClose()
              openPalette()
            }}
          >
            <Icon name="search" />
            <span class="grow">{m.searchAll}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
