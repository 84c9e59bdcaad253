/** What the page Me says. */
export type Messages = typeof m

export const m = {
  language: 'Language',
  asBrowser: 'As this browser',
}
