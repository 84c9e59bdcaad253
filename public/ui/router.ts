import { computed, signal } from '@preact/signals'

const location = signal(readLocation())

function readLocation(): { path: string; query: string } {
  const { pathname, search } = window.location
  return { path: pathname, query: search }
}

/** The path of the page that is shown. */
export const path = computed(() => location.value.path)
/** The query of the page that is shown. */
export const query = computed(() => new URLSearchParams(location.value.query))

/**
 * Shows another page of this application.
 *
 * @param to A path with its query
 * @param replace Whether "back" skips the page that was shown
 */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  location.value = readLocation()
}

/**
 * The page that follows what was started on the one that is shown now.
 *
 * @returns Shows that page, unless the person has opened another one meanwhile
 */
export function followUp(): (to: string) => void {
  const from = path.peek()
  return (to) => {
    if (path.peek() === from) navigate(to)
  }
}

/** Changes the query of the page that is shown; an empty value removes its name. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes))
    if (value === '') next.delete(name)
    else next.set(name, value)
  const text = next.toString()
  navigate(window.location.pathname + (text === '' ? '' : `?${text}`), { replace: true })
}

/**
 * Follows the links of this application without loading the document again. Links with a modifier
 * key, a target or a download, and those to other parts of the service, stay with the browser.
 *
 * @param base Path of the application, such as `/app/`
 */
export function followLinks(base: string): void {
  window.addEventListener('popstate', () => {
    location.value = readLocation()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.target !== '' || link.hasAttribute('download')) return
    if (link.origin !== window.location.origin) return
    if (link.pathname !== base.replace(/\/$/, '') && !link.pathname.startsWith(base)) return
    // A place within the page that is shown.
    if (link.hash !== '' && link.pathname === window.location.pathname) return
    event.preventDefault()
    navigate(link.pathname + link.search)
  })
}

/**
 * The parameters of a path that has the shape of a pattern, such as `/app/c/:id`; undefined when it
 * has another shape.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const target = pattern.split('/')
  const given = path.split('/')
  if (target.length !== given.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of target.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':') && value !== '') found[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return found
}
