import { useSignal } from '@preact/signals'
import { type ComponentType, render } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect } from 'preact/hooks'
import { ApiError } from './api.ts'
import { Banners } from './banners.tsx'
import { checkVersion, followConnection, noteNoAnswer, reconnections } from './connection.ts'
import { loadErrorTexts } from './error-texts.ts'
import { Icon } from './icon.tsx'
import { keepFocus } from './keep-focus.ts'
import type { ApplicationOptions, PageEntry, PageLoaders, PageProps } from './page.ts'
import { isPageHeld } from './page-hold.ts'
import { openPalette, Palette } from './palette.tsx'
import { RailItem, Tabs } from './rail-items.tsx'
import { followLinks, matchPath, path } from './router.ts'
import { followPerson } from './same-person.ts'
import { Shortcuts } from './shortcuts.tsx'
import { Empty, Failed, Loading } from './state.tsx'
import { Toasts } from './toast.tsx'
import { whenIdle } from './when-idle.ts'
import './frame.css'
import { m } from './messages/en.ts'

/** Draws an application into the document. */
export function start(options: ApplicationOptions): void {
  followLinks(options.base)
  followConnection()
  followPerson()
  // Without them, the service's own words are shown.
  loadErrorTexts().catch(() => undefined)
  const first = findPage(options.pages, path.peek())?.entry
  const isLoaded = first === undefined || loadPage(first, options.load)
  // Until its page is there, the document shows more than the frame could; not where it is late.
  void Promise.race([isLoaded, pause(LATE_MS)])
    .catch(() => undefined)
    .then(() => {
      const root = document.getElementById('root')
      if (root !== null) render(<Frame {...options} />, root)
    })
  // After the first page has what it needs.
  // Where the connection is lost by then, the page goes on without it.
  whenIdle(() => void import('./device.ts').catch(() => undefined))
}

/** How long the frame waits for its first page. */
const LATE_MS = 1_000

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Pages that were loaded; they stay. */
const loaded = new Map<PageEntry, ComponentType<PageProps>>()

async function loadPage(entry: PageEntry, load: PageLoaders): Promise<void> {
  const page = await load[entry.paths[0]]?.()
  if (page !== undefined) loaded.set(entry, page.Page)
}

function Frame({
  base,
  title,
  pages,
  load,
  isNamed = false,
  links,
  badges,
  Background,
}: ApplicationOptions) {
  const found = findPage(pages, path.value)
  const counts = badges?.() ?? {}
  const working = new Set(pages.filter((one) => one.badgeWord !== undefined).map(hrefOf))
  const total = Object.entries(counts).reduce(
    (sum, [href, count]) => (working.has(href) ? sum : sum + count),
    0,
  )
  // Before the effects of the page, which may set a title of its own.
  useLayoutEffect(() => {
    const waiting = total === 0 ? '' : `(${total}) `
    document.title = `${waiting}${found === undefined ? '' : `${found.entry.label} · `}${title}`
  }, [found?.entry, total])
  useLayoutEffect(keepFocus, [])
  const shown = pages.filter(({ isAtEnd = false }) => !isAtEnd)
  const last = pages.filter(({ isAtEnd = false }) => isAtEnd)
  const item = (entry: PageEntry) => (
    <RailItem
      key={entry.paths[0]}
      href={entry.paths[0]}
      label={entry.label}
      icon={entry.icon}
      isCurrent={entry === found?.entry}
      count={counts[entry.paths[0]] ?? 0}
      badgeWord={entry.badgeWord}
    />
  )
  return (
    <>
      <a class="skip" href="#content">
        {m.skip}
      </a>
      <div class="notices">
        <Banners />
        <Toasts />
      </div>
      <div class={isNamed ? 'frame named' : 'frame'}>
        <nav class="rail" aria-label={m.pages}>
          <a class="brand" href={base} aria-label={m.startPage}>
            <img src="/icon.svg" alt="" />
          </a>
          {shown.map(item)}
          <span class="end" />
          <button
            type="button"
            class="item"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            title="Ctrl K"
            onClick={openPalette}
          >
            <Icon name="search" />
            <span>{m.search}</span>
          </button>
          {last.map(item)}
          {links.map((link) => (
            <RailItem key={link.href} {...link} isCurrent={false} count={counts[link.href] ?? 0} />
          ))}
        </nav>
        <div class="content" id="content" tabIndex={-1}>
          {found === undefined ? (
            <NoSuchPage base={base} />
          ) : (
            <LoadedPage key={found.entry.paths[0]} {...found} load={load} />
          )}
        </div>
        <Tabs pages={pages} links={links} current={found?.entry} counts={counts} />
      </div>
      <Palette pages={pages} />
      <Shortcuts />
      {Background !== undefined && <Background />}
    </>
  )
}

function hrefOf({ paths }: PageEntry): string {
  return paths[0]
}

interface FoundPage {
  entry: PageEntry
  params: Readonly<Record<string, string>>
}

function findPage(pages: readonly PageEntry[], path: string): FoundPage | undefined {
  for (const entry of pages)
    for (const shape of entry.paths) {
      const params = matchPath(shape, path) ?? matchPath(shape, `${path}/`)
      if (params !== undefined) return { entry, params }
    }
  return undefined
}

/** A page, with an error boundary around it: what fails in it leaves the frame and the rest alone. */
function LoadedPage({ entry, params, load }: FoundPage & { load: PageLoaders }) {
  const Page = loaded.get(entry)
  const failure = useSignal<unknown>(undefined)
  const round = useSignal(0)
  useEffect(() => {
    if (loaded.has(entry)) return
    loadPage(entry, load).then(
      () => {
        failure.value = undefined
        round.value += 1
      },
      async () => {
        // Most often without a connection; after an upgrade its file has another name.
        noteNoAnswer()
        failure.value = (await checkVersion())
          ? new ApiError(404, 'outdated', m.updatedReload)
          : new ApiError(0, 'offline', m.cannotLoadPage)
      },
    )
  }, [entry, round.value])
  useEffect(() => {
    // A module that failed to load is not asked for again in the same document.
    if (failure.peek() !== undefined && !isPageHeld.peek()) window.location.reload()
  }, [reconnections.value])
  const [error, retry] = useErrorBoundary((error) => logError(entry, error))
  useEffect(() => {
    // At another address, the same page may have something else to show.
    if (error !== undefined) retry()
  }, [path.value])
  useHeadingFocus(Page !== undefined)
  if (error === undefined && Page !== undefined) return <Page params={params} />
  return (
    <>
      <header class="bar">
        <h1>{entry.label}</h1>
      </header>
      <main class="page">
        {error !== undefined ? (
          <Failed error={error} text={m.pageFailed} retry={retry} />
        ) : failure.value === undefined ? (
          <Loading />
        ) : (
          <Failed error={failure.value} retry={() => window.location.reload()} />
        )}
      </main>
    </>
  )
}

/** Logs where a page has failed, without the message: it may quote what is on the page. */
function logError({ label }: PageEntry, error: unknown): void {
  const { name, message, stack } = Object(error)
  const trace = String(stack ?? '').replace(String(message), '')
  console.error(`The page ${label} has failed with ${name}`, trace)
}

function NoSuchPage({ base }: { base: string }) {
  useHeadingFocus(true)
  return (
    <>
      <header class="bar">
        <h1>{m.notFound}</h1>
      </header>
      <main class="page">
        <Empty icon="search" title={m.noSuchPage}>
          <a href={base}>{m.goToStart}</a>
        </Empty>
      </main>
    </>
  )
}

/** The path whose page has had its turn; the first page of a document gets no focus. */
let focusedPath = path.peek()

/**
 * Moves the focus to the heading of a page that was navigated to, so that a screen reader reads it
 * and the keyboard goes on from there. A page that has the focus already keeps it.
 *
 * @param isDrawn Whether the page with its heading is there
 */
function useHeadingFocus(isDrawn: boolean): void {
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    if (!isDrawn || focusedPath === path.peek()) return
    focusedPath = path.peek()
    const content = document.getElementById('content')
    const heading = content?.querySelector<HTMLElement>('h1') ?? null
    if (content === null || heading === null) return
    // Before the layout that both checks need.
    heading.tabIndex = -1
    const active = document.activeElement
    // The content itself has it when what had it before is gone; what is hidden is about to lose it.
    const isStored = content.contains(active) && !active?.matches('#content, main')
    if (isStored && active?.checkVisibility({ visibilityProperty: true })) return
    heading.focus({ preventScroll: true })
  }, [isDrawn, path.value])
}
