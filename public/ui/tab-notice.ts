/** The icon with a dot, for tabs in which something has ended. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7a2e0e"/><path d="M16 5c1 5 7 7 7 14a7 7 0 0 1-14 0c0-4 3-5 3-9 2 1 3 3 3 5 1-2 2-5 1-10z" fill="#ffb35c"/><circle cx="24" cy="8" r="7" fill="#fff"/><circle cx="24" cy="8" r="5" fill="#2f9e4f"/></svg>',
)}`

let latest = ''
let count = 0
/** The title and icon of the page without a notice. */
let title = ''
let icon = ''
let observer: MutationObserver | undefined

/**
 * Says in the title and icon of the tab that something has ended, until the tab is seen. Nothing
 * happens in a tab that is seen.
 *
 * @param text A few words, such as `Answer ready`
 */
export function showNotice(text: string): void {
  if (document.visibilityState === 'visible') return
  latest = text
  count += 1
  if (observer === undefined) start()
  write()
}

function start(): void {
  title = document.title
  const link = iconLink()
  icon = link?.href ?? ''
  if (link !== null) link.href = ICON
  // A page may set another title meanwhile: that one is shown afterwards.
  observer = new MutationObserver(() => {
    if (document.title === noticeTitle()) return
    title = document.title
    write()
  })
  document.addEventListener('visibilitychange', end)
}

function end(): void {
  if (document.visibilityState !== 'visible') return
  document.removeEventListener('visibilitychange', end)
  observer?.disconnect()
  observer = undefined
  count = 0
  document.title = title
  const link = iconLink()
  if (link !== null) link.href = icon
}

function write(): void {
  observer?.disconnect()
  document.title = noticeTitle()
  const element = document.querySelector('title')
  if (element !== null) observer?.observe(element, { childList: true })
}

/** As a document's title reads: without spaces at its ends. */
function noticeTitle(): string {
  return `${count > 1 ? `(${count}) ` : ''}${latest} · ${title}`.trim()
}

function iconLink(): HTMLLinkElement | null {
  return document.querySelector('link[rel="icon"]')
}
