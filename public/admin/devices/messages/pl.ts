import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Urządzenia',
  showEnded: 'Pokaż zakończone',
  none: 'Żadne urządzenie nie jest zalogowane',
  noneText:
    'Komputer łączy się poleceniem {command} albo aplikacją, która pokazuje kod, i zatwierdza w przeglądarce.',
  surfaces: { code: 'wiersz poleceń', canvas: 'aplikacja kanwy', mcp: 'aplikacja z narzędziami' },
  deviceOf: '{name}, {account}',
  approved: (surface) => `${surface}, zatwierdzono {time} z {address}`,
  used: (time, end) => `ostatnio używane ${time}, ${end}`,
  revokedAt: (time) => `unieważniono ${time}`,
  expired: (time) => `wygasło ${time}`,
  expires: (time) => `wygasa ${time}`,
  revoke: 'Unieważnij',
  isSignedOut: (name) => `Wylogowano: ${name}`,
  revokeThis: 'Unieważnić to urządzenie?',
  revokeText: (name, account) =>
    `${name} (${account}) zostanie natychmiast i trwale wylogowane. Ponowne użycie wymaga nowego zatwierdzenia.`,
}
