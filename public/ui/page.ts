import type { ComponentType } from 'preact'
import type { IconName } from './icon.tsx'

/** One page of an application: a folder with a `page.tsx`, and a line in the list of pages. */
export interface PageEntry {
  /** Shapes of its paths, such as `/app/c/:id`; the first is where links lead. */
  paths: readonly [string, ...string[]]
  label: string
  icon: IconName
  /**
   * Whether it is one of the few tabs on a phone; others are behind "More". Of those that share a tab,
   * the one that was opened last has it.
   */
  isTab?: boolean | 'shared'
  /** Whether it stands at the end of the rail. */
  isAtEnd?: boolean
  /** What the number in its badge counts; by default "waiting", which the title of the tab counts. */
  badgeWord?: string
}

/** Load pages when they are opened for the first time, by their first paths. */
export type PageLoaders<pages extends readonly PageEntry[] = readonly PageEntry[]> = Readonly<
  Record<pages[number]['paths'][0], () => Promise<{ Page: ComponentType<PageProps> }>>
>

export interface PageProps {
  /** Of the path, by the names in its shape. */
  params: Readonly<Record<string, string>>
}

/** An application: its pages in the order of the rail. */
export interface ApplicationOptions {
  /** Path below which all its pages are. */
  base: string
  title: string
  pages: readonly PageEntry[]
  load: PageLoaders
  /** Whether the rail has room for names beside the pictures. */
  isNamed?: boolean
  /** Links at the end of the rail, to other parts of the service. */
  links: readonly { href: string; label: string; icon: IconName }[]
  /** How many things wait behind a page or link, by its first path; for the badges of the rail. */
  badges?: () => Readonly<Record<string, number>>
  /** Drawn once around all pages, for what an application does everywhere. */
  Background?: ComponentType
}
