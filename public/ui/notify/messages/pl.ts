import type { Messages } from './en.ts'

export const m: Messages = {
  notifyMe: 'Powiadom mnie, gdy będzie gotowe',
  notified: 'Powiadomienia będą przychodzić tutaj. Wybierz je w „Ja”.',
  notAllowed: 'Przeglądarka nie zezwala na powiadomienia',
}
