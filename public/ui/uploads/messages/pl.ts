import { counted } from '../../locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  uploading: (files) =>
    `Przesyłanie: ${counted(files, { one: '# plik', few: '# pliki', many: '# plików', other: '# plików' })}`,
  notYet: 'Jeszcze nie przesłano',
  moreInLine: (files) =>
    `W kolejce: jeszcze ${counted(files, { one: '# plik', few: '# pliki', many: '# plików', other: '# plików' })}`,
  uploadOf: (name) => `Przesyłanie: ${name}`,
  goOnWith: (name) => `Wznów: ${name}`,
  goOn: 'Wznów',
  tryOne: (name) => `Spróbuj ponownie: ${name}`,
  tryAgain: 'Spróbuj ponownie',
  pauseOne: (name) => `Wstrzymaj: ${name}`,
  pause: 'Wstrzymaj',
  removeOne: (name) => `Usuń z listy: ${name}`,
  remove: 'Usuń',
  cancelOne: (name) => `Anuluj: ${name}`,
  cancel: 'Anuluj',
  interrupted: 'Przerwane',
  chooseAgain: (size) => `${size}. Wybierz plik ponownie, aby wznowić.`,
  haveCome: (sent, size) => `Dotarło ${sent} z ${size}. Wybierz plik ponownie, aby wznowić.`,
  chooseFileAgain: (name) => `Wybierz ponownie: ${name}`,
  chooseFile: 'Wybierz plik',
  discardOne: (name) => `Odrzuć: ${name}`,
  discard: 'Odrzuć',
  anotherFile: (name, size) => `To inny plik: oczekiwano ${name} (${size})`,
  changedFile: 'Plik zmienił się od początku przesyłania: odrzuć i prześlij go ponownie',
  share: (sent, size) => `${sent} z ${size}`,
  waitsAt: (share) => `${share}, czeka na swoją kolej`,
  waits: 'Czeka na swoją kolej',
  waitsForService: (share) => `${share}. Czeka na usługę, potem wznowi`,
  noConnection: (share) => `${share}. Brak połączenia; wznowi się samo`,
  signInToGoOn: (share) => `${share}. Zaloguj się, aby wznowić`,
  storing: 'Wszystko wysłane, usługa zapisuje',
  paused: (share) => `${share}, wstrzymano`,
  speed: (share, speed, left) => `${share} · ${speed}/s · zostało ${left}`,
  tooLarge: (size, most) => `Za duży: ${size}. Plik może mieć ${most}.`,
  tooLargeHere: (size, far) => `Stąd za duży: ${size}. ${far}`,
  noRoomOfYours: (size, free, quota) =>
    `Brak miejsca: ${size}, a z Twoich ${quota} wolne jest ${free}. Usuń niepotrzebne pliki lub poproś administratora o więcej.`,
  noRoom: (size, free) =>
    `Brak miejsca: ${size}, a na serwerze jest miejsce na ${free}. Poproś administratora o zwolnienie miejsca.`,
  farText: (here, own) =>
    `Stąd plik może mieć ${here}. Większe, do ${own}, tylko w sieci własnej usługi: otwórz tam tę stronę pod adresem lokalnym, bez tunelu i proxy.`,
  fileGone: 'Ten plik zmieniono, przeniesiono lub usunięto na tym urządzeniu. Wybierz go ponownie.',
  elsewhere: 'To przesyłanie trwa w innej karcie lub oknie.',
  standsStill: 'Połączenie stoi w miejscu',
}
