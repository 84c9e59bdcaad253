/**
 * Says in the title and icon of the tab that something has ended, until the tab is seen. What does so is
 * loaded with the first notice.
 *
 * @param text A few words, such as `Answer ready`
 */
export function notice(text: string): void {
  if (document.visibilityState === 'visible') return
  import('./tab-notice.ts').then(
    ({ showNotice }) => showNotice(text),
    // Without a connection the page says it alone.
    () => undefined,
  )
}
