import { m } from './messages/en.ts'

/** Characters that do not show but change how others do: controls, and overrides of direction. */
const INVISIBLE = /[\p{Cc}\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu

/** The title of a conversation as it is shown. */
export function titleOf({ title }: { title: string }): string {
  return title.replace(INVISIBLE, '').trim() || m.newChat
}
