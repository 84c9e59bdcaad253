import { count, counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agenten',
  fileCount: (files) => counted(files, { one: '# Datei', other: '# Dateien' }),
  files: 'Dateien',
  viewOne: (name) => `${name} ansehen`,
  view: 'Ansehen',
  downloadOne: (name) => `${name} herunterladen`,
  download: 'Herunterladen',
  types: {
    text: 'Text',
    table: 'Tabelle (CSV)',
    page: 'Webseite (HTML)',
    archive: 'Archiv (ZIP)',
    picture: (format) => `Bild (${format})`,
    drawing: 'Zeichnung (SVG)',
  },
  brief: 'Auftrag',
  briefHint:
    'Was herausgefunden oder gemacht werden soll, woraus und in welcher Form. Während er läuft, stellt er keine Fragen.',
  sayWhat: 'Sag, was der Agent tun soll.',
  shortenBy: (characters) =>
    `Kürze ihn um ${count(characters)} Zeichen oder häng ihn als Datei an.`,
  tooMany: (characters) => `${count(characters)} Zeichen zu viel`,
  charactersLeft: (left, most) => `noch ${left} von ${most} Zeichen`,
  firstOf: (shown, size) =>
    `Die ersten ${shown} von ${size}. Lade die Datei herunter, um den Rest zu sehen.`,
  copyOne: (name) => `${name} kopieren`,
  fileDeleted: 'Die Datei ist gelöscht, eine Stunde nach dem Ende ihres Auftrags',
  newJob: 'Neuer Auftrag',
  canBeDropped: (limits) => `${limits}. Du kannst sie auch hierher ziehen oder einfügen.`,
  collections: (collections) =>
    collections === 0
      ? 'Sammlungen mitgeben'
      : counted(collections, { one: '# Sammlung', other: '# Sammlungen' }),
  chooseCollections: 'Sammlungen für den Agenten',
  searchesThem: 'Darin sucht er nach Stellen, und seine Antwort sagt, wo jede Aussage steht.',
  starting: 'Startet',
  start: 'Starten',
  budget: (left, limit, time) => `heute noch ${left} von ${limit} Aufträgen; neu ab ${time}`,
  spent: (limit, again) => `Alle ${limit} Aufträge für heute sind verbraucht. ${again}`,
  again: (reason, again) => `${reason} ${again}`,
  tryIn: (time) => `Versuch es in ${time} noch einmal.`,
  tryAt: (clock, time) => `Versuch es um ${clock} noch einmal, in ${time}.`,
  descriptions: {
    'Answers from the documents that are attached, and computes and writes files from them. It has no network.':
      'Antwortet aus den angehängten Dokumenten, rechnet damit und schreibt Dateien. Er hat keinen Zugang zum Netz.',
    'Answers from pages of the web and from attached documents, with the address of every source. It computes and writes files.':
      'Antwortet aus Webseiten und angehängten Dokumenten, mit der Adresse jeder Quelle. Er rechnet und schreibt Dateien.',
  },
  worker: 'Agent',
  followsLinks: (links) =>
    `Mit angehängten Dateien folgt er höchstens ${counted(links, { one: '# Link', other: '# Links' })} einer Website, da jede Wahl der Website etwas verrät`,
  yourJobs: 'Deine Aufträge',
  noneYet:
    'Es gibt noch keine. Ein Auftrag bleibt nach seinem Ende eine Stunde, mit Antwort und Dateien.',
  deletedAfter: 'Ein Auftrag wird eine Stunde nach seinem Ende gelöscht, mit Antwort und Dateien.',
  workerJob: 'Agentenauftrag',
  allJobs: 'Alle Aufträge',
  loadingJob: 'Auftrag wird geladen',
  noSuchJob: 'Diesen Auftrag gibt es nicht',
  mayBeDeleted:
    'Vielleicht ist er gelöscht: Ein Auftrag bleibt nach seinem Ende eine Stunde. {link}',
  seeJobs: 'Deine Aufträge ansehen',
  job: 'Auftrag',
  steps: (steps) => counted(steps, { one: '# Schritt', other: '# Schritte' }),
  didNothing: 'Er hat nichts getan.',
  appearsHere: 'Hier erscheint, was er tut.',
  showLess: 'Weniger anzeigen',
  showBrief: 'Ganzen Auftrag anzeigen',
  stop: 'Stopp',
  canClose: 'Du kannst diese Seite schließen: Der Auftrag läuft weiter.',
  stopThis: 'Diesen Auftrag stoppen?',
  stopText:
    'Er endet ohne Antwort und zählt trotzdem als einer der heutigen Aufträge. Was er bisher getan und gemacht hat, bleibt eine Stunde hier.',
  stopJob: 'Auftrag stoppen',
  letItGoOn: 'Weiterlaufen lassen',
  deletedAt:
    'All das wird um {time} gelöscht, eine Stunde nach dem Ende. Lade herunter, was du behalten willst.',
  tookPlace: 'Er ersetzt den Auftrag, den du begonnen hattest. Häng seine Dateien noch einmal an',
  takeBack: 'Meinen zurückholen',
  attachAgain: 'Häng seine Dateien noch einmal an, falls es welche gab',
  againButton: 'Noch einmal',
  stoppedBefore: 'Gestoppt, bevor es eine Antwort gab.',
  answer: 'Antwort',
  copyAnswer: 'Antwort kopieren',
  showOutputOf: (number, size) => `Ganze Ausgabe von Schritt ${number} anzeigen, ${size}`,
  showOutput: 'Ganze Ausgabe anzeigen',
  outputOf: (number) => `Ausgabe von Schritt ${number}`,
  loadingWorkers: 'Agenten werden geladen',
  lead: 'Ein Agent erledigt eine Aufgabe selbstständig, Schritt für Schritt, abgeschottet auf diesem Rechner. Du bekommst eine Antwort und die Dateien, die er gemacht hat.',
  cannotRun: 'Agenten können hier noch nicht laufen',
  onceMended: 'Sobald es behoben ist, wird es von selbst gefunden. {link}',
  seeMissing: 'Nachsehen, was fehlt',
  canMend: 'Wer diesen Dienst betreibt, kann es beheben; dann wird es von selbst gefunden.',
  tryAgain: 'Noch einmal versuchen',
  mayNotStart: 'Du darfst noch keine Agenten starten',
  mayNotStartText:
    'Ein Agent liest, rechnet und schreibt Dateien selbstständig, deshalb wird er einzeln freigegeben. Frag, wer diesen Dienst betreibt: Ein Admin gibt ihn auf deiner Seite unter „Personen“ frei.',
  waitsApproval: 'Dein Konto wartet auf Freigabe',
  untilApproved:
    'Wer diesen Dienst betreibt, gibt es frei. Bis dahin kann kein Agent gestartet werden.',
}
