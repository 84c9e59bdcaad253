import type { Messages } from './en.ts'

export const m: Messages = {
  language: 'Język',
  asBrowser: 'Jak w tej przeglądarce',
}
