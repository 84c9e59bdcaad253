import type { Messages } from './en.ts'

export const m: Messages = {
  language: 'Sprache',
  asBrowser: 'Wie dieser Browser',
}
