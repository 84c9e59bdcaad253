import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { m } from './messages/en.ts'
import type { ApplicationOptions, PageEntry } from './page.ts'
import { lazyPart, useLazy } from './use-lazy.ts'
import { whenIdle } from './when-idle.ts'

const morePages = lazyPart(() => import('./more-pages.tsx'))

interface RailItemProps {
  href: string
  label: string
  icon: IconName
  isCurrent: boolean
  count: number
  badgeWord?: string | undefined
}

/** A link to a page, with how many things wait there. */
export function RailItem({ href, label, icon, isCurrent, count, badgeWord }: RailItemProps) {
  return (
    <a class="item" href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
      <Badge count={count} word={badgeWord} />
    </a>
  )
}

function Badge({ count, word = m.waiting }: { count: number; word?: string | undefined }) {
  if (count === 0) return null
  return (
    <span class="badge">
      {count}
      <span class="hidden-text"> {word}</span>
    </span>
  )
}

/** On a phone: the pages that are tabs, and all others behind "More". */
export function Tabs({
  pages,
  links,
  current,
  counts,
}: Pick<ApplicationOptions, 'pages' | 'links'> & {
  current: PageEntry | undefined
  counts: Readonly<Record<string, number>>
}) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  const part = useLazy(morePages, isOpen.value, close)
  // So that it opens at once.
  useEffect(() => whenIdle(() => void morePages.load().catch(() => undefined)), [])
  const last = lastShared(pages, current)
  const tabs = pages.filter((entry) => (entry.isTab === 'shared' ? entry === last : entry.isTab))
  const others = pages.filter((entry) => !tabs.includes(entry))
  const hidden = [...others.map(({ paths }) => paths[0]), ...links.map(({ href }) => href)].reduce(
    (sum, href) => sum + (counts[href] ?? 0),
    0,
  )
  return (
    <nav class="tabs" aria-label={m.pages}>
      {tabs.map((entry) => (
        <RailItem
          key={entry.paths[0]}
          href={entry.paths[0]}
          label={entry.label}
          icon={entry.icon}
          isCurrent={entry === current}
          count={counts[entry.paths[0]] ?? 0}
          badgeWord={entry.badgeWord}
        />
      ))}
      <button
        type="button"
        class="item"
        aria-haspopup="dialog"
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="menu" />
        <span>{m.more}</span>
        <Badge count={hidden} />
      </button>
      {isOpen.value && part !== undefined && (
        <part.MorePages
          entries={[...others.map(itemOf), ...links].map(({ href, label, icon, ...rest }) => ({
            href,
            label,
            icon,
            badge: <Badge count={counts[href] ?? 0} {...rest} />,
          }))}
          onClose={close}
        />
      )}
    </nav>
  )
}

/** Of the pages that share a tab, the one that was opened last in this browser. */
function lastShared(pages: readonly PageEntry[], current: PageEntry | undefined) {
  const shared = pages.filter(({ isTab }) => isTab === 'shared')
  if (current?.isTab === 'shared') localStorage.setItem('tab', current.paths[0])
  return shared.find(({ paths }) => paths[0] === localStorage.getItem('tab')) ?? shared.at(-1)
}

function itemOf({ paths: [href], label, icon, badgeWord }: PageEntry) {
  return { href, label, icon, word: badgeWord }
}
