import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agenci',
  fileCount: (files) =>
    counted(files, { one: '# plik', few: '# pliki', many: '# plików', other: '# plików' }),
  files: 'Pliki',
  viewOne: (name) => `Zobacz: ${name}`,
  view: 'Zobacz',
  downloadOne: (name) => `Pobierz: ${name}`,
  download: 'Pobierz',
  types: {
    text: 'Tekst',
    table: 'Tabela (CSV)',
    page: 'Strona (HTML)',
    archive: 'Archiwum (ZIP)',
    picture: (format) => `Obraz (${format})`,
    drawing: 'Rysunek (SVG)',
  },
  brief: 'Polecenie',
  briefHint: 'Co znaleźć lub zrobić, z czego i w jakiej formie. W trakcie pracy nie zadaje pytań.',
  sayWhat: 'Napisz, co ma zrobić agent.',
  shortenBy: (characters) =>
    `Skróć o ${counted(characters, { one: '# znak', few: '# znaki', many: '# znaków', other: '# znaku' })} albo dołącz jako plik.`,
  tooMany: (characters) =>
    `o ${counted(characters, { one: '# znak', few: '# znaki', many: '# znaków', other: '# znaku' })} za dużo`,
  charactersLeft: (left, most) => `pozostałe znaki: ${left} z ${most}`,
  firstOf: (shown, size) => `Pierwsze ${shown} z ${size}. Pobierz plik, aby zobaczyć resztę.`,
  copyOne: (name) => `Kopiuj: ${name}`,
  fileDeleted: 'Plik został usunięty godzinę po zakończeniu zlecenia',
  newJob: 'Nowe zlecenie',
  canBeDropped: (limits) => `${limits}. Można je też upuścić lub wkleić.`,
  collections: (collections) =>
    collections === 0
      ? 'Dodaj kolekcje'
      : counted(collections, {
          one: '# kolekcja',
          few: '# kolekcje',
          many: '# kolekcji',
          other: '# kolekcji',
        }),
  chooseCollections: 'Kolekcje do tego zadania',
  searchesThem: 'Są przeszukiwane, a odpowiedź podaje, skąd pochodzi każda informacja.',
  starting: 'Uruchamianie',
  start: 'Uruchom',
  budget: (left, limit, time) => `dziś zostało ${left} z ${limit} zleceń; od nowa o ${time}`,
  spent: (limit, again) => `Wykorzystano wszystkie zlecenia na dziś (${limit}). ${again}`,
  again: (reason, again) => `${reason} ${again}`,
  tryIn: (time) => `Spróbuj ponownie za ${time}.`,
  tryAt: (clock, time) => `Spróbuj ponownie o ${clock}, za ${time}.`,
  descriptions: {
    'Answers from the documents that are attached, and computes and writes files from them. It has no network.':
      'Odpowiada na podstawie załączonych dokumentów, liczy i tworzy z nich pliki. Nie ma dostępu do sieci.',
    'Answers from pages of the web and from attached documents, with the address of every source. It computes and writes files.':
      'Odpowiada na podstawie stron internetowych i załączonych dokumentów, z adresem każdego źródła. Liczy i tworzy pliki.',
  },
  worker: 'Agent',
  followsLinks: (links) =>
    `Z dołączonymi plikami otwiera najwyżej ${counted(links, { one: '# link', few: '# linki', many: '# linków', other: '# linków' })} witryny, bo każdy wybór coś jej zdradza`,
  yourJobs: 'Twoje zlecenia',
  noneYet:
    'Nie ma jeszcze żadnych. Zlecenie zostaje godzinę po zakończeniu, z odpowiedzią i plikami.',
  deletedAfter: 'Zlecenie jest usuwane godzinę po zakończeniu, z odpowiedzią i plikami.',
  workerJob: 'Zlecenie agenta',
  allJobs: 'Wszystkie zlecenia',
  loadingJob: 'Wczytywanie zlecenia',
  noSuchJob: 'Nie ma takiego zlecenia',
  mayBeDeleted: 'Być może został usunięty: zlecenie zostaje godzinę po zakończeniu. {link}',
  seeJobs: 'Zobacz swoje zlecenia',
  job: 'Zlecenie',
  steps: (steps) =>
    counted(steps, { one: '# krok', few: '# kroki', many: '# kroków', other: '# kroków' }),
  didNothing: 'Nic nie zrobiono.',
  appearsHere: 'Tu pojawi się to, co robi.',
  showLess: 'Pokaż mniej',
  showBrief: 'Pokaż całe polecenie',
  stop: 'Zatrzymaj',
  canClose: 'Możesz zamknąć tę stronę: zlecenie trwa dalej.',
  stopThis: 'Zatrzymać to zlecenie?',
  stopText:
    'Zakończy się bez odpowiedzi i nadal liczy się jako jedno z dzisiejszych zleceń. To, co zrobiono, zostanie tu godzinę.',
  stopJob: 'Zatrzymaj zlecenie',
  letItGoOn: 'Niech trwa dalej',
  deletedAt:
    'Wszystko to zostanie usunięte o {time}, godzinę po zakończeniu. Pobierz to, co chcesz zachować.',
  tookPlace: 'Zastąpiło rozpoczęte polecenie. Dołącz jego pliki ponownie',
  takeBack: 'Przywróć moje',
  attachAgain: 'Dołącz ponownie jego pliki, jeśli jakieś były',
  againButton: 'Ponownie',
  stoppedBefore: 'Zatrzymano przed uzyskaniem odpowiedzi.',
  answer: 'Odpowiedź',
  copyAnswer: 'Kopiuj odpowiedź',
  showOutputOf: (number, size) => `Pokaż całe wyjście kroku ${number}, ${size}`,
  showOutput: 'Pokaż całe wyjście',
  outputOf: (number) => `Wyjście kroku ${number}`,
  loadingWorkers: 'Wczytywanie agentów',
  lead: 'Agent wykonuje zadanie samodzielnie, krok po kroku, w odizolowanym środowisku na tym komputerze. Dostajesz odpowiedź i utworzone pliki.',
  cannotRun: 'Agenci nie mogą tu jeszcze działać',
  onceMended: 'Po naprawie zostanie znalezione automatycznie. {link}',
  seeMissing: 'Zobacz, czego brakuje',
  canMend: 'Może to naprawić osoba prowadząca usługę; potem zostanie znalezione automatycznie.',
  tryAgain: 'Spróbuj ponownie',
  mayNotStart: 'Nie możesz jeszcze uruchamiać agentów',
  mayNotStartText:
    'Agent sam czyta, liczy i zapisuje pliki, więc przyznaje się go pojedynczo. Zapytaj osobę prowadzącą usługę: administrator przyznaje go na Twojej stronie w „Osobach”.',
  waitsApproval: 'Twoje konto czeka na zatwierdzenie',
  untilApproved: 'Zatwierdza je osoba prowadząca usługę. Do tego czasu nie można uruchomić agenta.',
}
