import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { IconName } from './icon.tsx'
import { m } from './messages/en.ts'
import type { PageEntry } from './page.ts'
import { lazyPart, useLazy } from './use-lazy.ts'
import { whenIdle } from './when-idle.ts'

/** Something that the palette leads to. */
export interface Destination {
  href: string
  label: string
  icon: IconName
  /** What it belongs to, such as "Conversation". */
  kind: string
}

export type Source = (query: string) => Promise<readonly Destination[]>

const isOpen = signal(false)
const sources: Source[] = []
const opened = lazyPart(() => import('./open-palette.tsx'))

/** Adds destinations, such as conversations. */
export function addDestinations(source: Source): void {
  sources.push(source)
}

/** Adds the pages of another application, which are found by what is typed. */
export function addPages(load: () => Promise<{ PAGES: readonly PageEntry[] }>): void {
  addDestinations(async (query) => {
    const text = query.trim().toLowerCase()
    if (text === '') return []
    const { PAGES } = await load()
    return PAGES.map(destinationOf).filter(({ label }) => label.toLowerCase().includes(text))
  })
}

export function openPalette(): void {
  isOpen.value = true
}

/** Finds every page, and what else was added, by a few letters: Ctrl+K. */
export function Palette({ pages }: { pages: readonly PageEntry[] }) {
  /** What was typed before the input was there. */
  const typed = useRef('')
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey) {
        if (key.toLowerCase() !== 'k') return
        isOpen.value = true
      } else if (isOpen.value && opened.loaded.value === undefined && key.length === 1) {
        typed.current += key
      } else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => whenIdle(() => void opened.load().catch(() => undefined)), [])
  const close = () => {
    isOpen.value = false
    typed.current = ''
  }
  const { OpenPalette } = useLazy(opened, isOpen.value, close) ?? {}
  if (!isOpen.value || OpenPalette === undefined) return null
  return (
    <OpenPalette
      own={pages.map(destinationOf)}
      typed={typed.current}
      sources={sources}
      onClose={close}
    />
  )
}

function destinationOf({ paths: [href], label, icon }: PageEntry): Destination {
  return { href, label, icon, kind: href.startsWith('/admin/') ? m.adminPage : m.page }
}
