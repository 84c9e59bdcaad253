import type { Messages } from './en.ts'

export const m: Messages = {
  language: 'Langue',
  asBrowser: 'Comme ce navigateur',
}
