import { boot } from './boot.ts'

/** Several people may use one browser: nobody is shown the drafts of another. */
const PREFIX = `draft:${boot.id}:`

/** What was typed and not sent; it survives a reload. Empty where nothing was. */
export function readDraft(name: string): string {
  return localStorage.getItem(PREFIX + name) ?? ''
}

export function keepDraft(name: string, text: string): void {
  keepIn(localStorage, name, text)
}

/** The same for drafts that belong to one tab, and are gone with it. */
export function readTabDraft(name: string): string {
  return sessionStorage.getItem(PREFIX + name) ?? ''
}

export function keepTabDraft(name: string, text: string): void {
  keepIn(sessionStorage, name, text)
}

/** Deletes all drafts of the person who signs out, and what another app has shared with them. */
export function forgetDrafts(): void {
  void window.caches?.delete('shared')
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
}

function keepIn(storage: Storage, name: string, text: string): void {
  try {
    if (text === '') storage.removeItem(PREFIX + name)
    else storage.setItem(PREFIX + name, text)
  } catch {
    // The browser's storage is full or not allowed: the text stays in the page.
  }
}
