import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Komputery',
  noneJoined: 'Żaden komputer jeszcze nie dołączył',
  allHere: 'Ten komputer wykonuje całą pracę',
  whatFor:
    'Inny komputer może odpowiadać swoimi silnikami zamiast tego. Ciężkie zadania są rozdzielane na wszystkie komputery w kolejności zgłoszeń, więc kilka działa naraz. Dla klientów nic się nie zmienia: adresy, klucze i modele zostają tutaj.',
  needsRedis:
    'Wszystkie komputery muszą mieć dostęp do jednego serwera Redis lub Valkey. Wpisz tu jego adres do hearth.toml i uruchom Hearth ponownie:',
  settings: 'ustawienia',
  command: 'polecenie',
  onOthers:
    'Na każdym innym komputerze zainstaluj tę samą wersję Hearth, wpisz te same wiersze do jego hearth.toml obok jego silników i uruchom:',
  appears: 'Pojawi się tu w ciągu kilku sekund. Nie wymaga portu i nie przechowuje danych.',
  facts: (tasks) =>
    `Wersja {version}, ${counted(tasks, { one: '# ciężkie zadanie', few: '# ciężkie zadania', many: '# ciężkich zadań', other: '# ciężkiego zadania' })} naraz, uruchomiono {time}`,
  noEngine: 'Nie ma silnika: uruchom tam serwer modeli albo dodaj [[engines]] do jego hearth.toml.',
  accounts: 'Konta: {names}',
  answersNot: 'Brak odpowiedzi: {reason}',
  forget: 'Zapomnij',
  isForgotten: (name) => `Zapomniano: ${name}`,
  forgetThis: (name) => `Zapomnieć ${name}?`,
  forgetText:
    'Silniki i modele, które ma tylko on, nie będą już oferowane. Pojawi się ponownie po uruchomieniu.',
  forgetIt: 'Zapomnij',
  lost: (ago) => `Utracony, ostatni sygnał ${ago}`,
  stopped: (ago) => `Zatrzymany, ostatni sygnał ${ago}`,
  otherVersion: 'Inna wersja, więc nie dostaje pracy',
  idle: 'Online, nic nie działa',
  running: (calls) =>
    `Online, w toku: ${counted(calls, { one: '# wywołanie', few: '# wywołania', many: '# wywołań', other: '# wywołania' })}`,
  lostHelp: (name) =>
    `Jego praca trafiła do innych komputerów, gdzie to możliwe. Sprawdź, czy ${name} jest włączony, ma dostęp do serwera Redis i nadal działa na nim npm run worker: dołączy sam.`,
  versionHelp: (version, own) =>
    `Ma wersję ${version} Hearth, a ta usługa ${own}. Zaktualizuj starszą i uruchom ponownie.`,
  clockAhead: (time) =>
    `Jego zegar spieszy się o ${time}, więc czasy w logu i limitach są błędne. Ustaw go przez sieć: sudo timedatectl set-ntp true`,
  clockBehind: (time) =>
    `Jego zegar spóźnia się o ${time}, więc czasy w logu i limitach są błędne. Ustaw go przez sieć: sudo timedatectl set-ntp true`,
}
