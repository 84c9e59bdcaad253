import type { Messages } from './en.ts'

export const m: Messages = {
  language: 'Idioma',
  asBrowser: 'Como este navegador',
}
