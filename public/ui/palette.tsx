import { signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { IconName } from './icon.tsx'
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
const list = lazyPart(() => import('./palette-list.tsx'))

/** Adds destinations that are not pages, such as conversations. */
export function addDestinations(source: Source): void {
  sources.push(source)
}

export function openPalette(): void {
  isOpen.value = true
}

interface PaletteProps {
  pages: readonly PageEntry[]
  links: readonly { href: string; label: string; icon: IconName }[]
}

/** Finds every page, and what else was added, by a few letters: Ctrl+K. */
export function Palette({ pages, links }: PaletteProps) {
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      isOpen.value = true
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  // Loaded before it is wanted, so that the first letters after the shortcut are not lost.
  const isIdle = useSignal(false)
  useEffect(() => {
    whenIdle(() => {
      isIdle.value = true
    })
  }, [])
  const close = () => {
    isOpen.value = false
  }
  const part = useLazy(list, isOpen.value || isIdle.value, close)
  if (!isOpen.value || part === undefined) return null
  const own = [
    ...pages.map(({ paths: [href], label, icon }) => ({
      href,
      label,
      icon,
      kind: href.startsWith('/admin/') ? 'Admin page' : 'Page',
    })),
    ...links.map((link) => ({ ...link, kind: 'Page' })),
  ]
  return <part.PaletteList own={own} sources={sources} onClose={close} />
}
