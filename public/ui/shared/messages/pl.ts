import type { Messages } from './en.ts'

export const m: Messages = {
  sharedBy: 'Udostępnione przez: {from}, {time}, w ówczesnej postaci.',
  sharedByOwner: 'Udostępnione przez właściciela tej usługi, {time}, w ówczesnej postaci.',
  sharedOn: 'Udostępnione {time}, w ówczesnej postaci.',
  readUntil: (time) => `Można czytać do ${time}.`,
  question: 'Pytanie',
  attachedFiles: 'Dołączone pliki',
  answer: 'Odpowiedź',
  notShared: 'nieudostępnione',
  download: 'Pobierz',
  loading: 'Wczytywanie rozmowy',
  notAnyMore: 'Ta rozmowa nie jest już udostępniana',
  linkExpired: 'Link wygasł lub został wycofany albo brakuje jego części. Poproś nadawcę o nowy.',
  title: 'Udostępniona rozmowa',
}
