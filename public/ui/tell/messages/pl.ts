import type { Messages } from './en.ts'

export const m: Messages = {
  tellMe: 'Powiadom mnie, gdy będzie gotowe',
  told: 'Powiadomienia będą przychodzić tutaj. Wybierz je w „Ja”.',
  notAllowed: 'Przeglądarka nie zezwala na powiadomienia',
}
