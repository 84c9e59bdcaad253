import { counted } from '../../locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  uploading: (files) =>
    `${counted(files, { one: '# Datei wird', other: '# Dateien werden' })} hochgeladen`,
  notYet: 'Noch nicht hochgeladen',
  moreInLine: (files) =>
    counted(files, { one: '# weitere Datei wartet', other: '# weitere Dateien warten' }),
  uploadOf: (name) => `Upload von ${name}`,
  goOnWith: (name) => `${name} fortsetzen`,
  goOn: 'Fortsetzen',
  tryOne: (name) => `${name} noch einmal versuchen`,
  tryAgain: 'Noch einmal versuchen',
  pauseOne: (name) => `${name} anhalten`,
  pause: 'Anhalten',
  removeOne: (name) => `${name} aus der Liste entfernen`,
  remove: 'Entfernen',
  cancelOne: (name) => `${name} abbrechen`,
  cancel: 'Abbrechen',
  interrupted: 'Unterbrochen',
  chooseAgain: (size) => `${size}. Wähle die Datei noch einmal, um fortzufahren.`,
  haveCome: (sent, size) =>
    `${sent} von ${size} sind angekommen. Wähle die Datei noch einmal, um fortzufahren.`,
  chooseFileAgain: (name) => `Datei noch einmal wählen: ${name}`,
  chooseFile: 'Datei wählen',
  discardOne: (name) => `${name} verwerfen`,
  discard: 'Verwerfen',
  anotherFile: (name, size) => `Das ist eine andere Datei: erwartet wird ${name} mit ${size}`,
  changedFile:
    'Die Datei hat sich seit Beginn des Uploads geändert: Verwirf den Upload und lade sie neu hoch',
  share: (sent, size) => `${sent} von ${size}`,
  waitsAt: (share) => `${share}, wartet, bis es dran ist`,
  waits: 'Wartet, bis es dran ist',
  waitsForService: (share) => `${share}. Wartet auf den Dienst, dann geht es weiter`,
  noConnection: (share) => `${share}. Keine Verbindung; geht von selbst weiter`,
  signInToGoOn: (share) => `${share}. Melde dich an, um fortzufahren`,
  storing: 'Alles gesendet, der Dienst speichert es',
  paused: (share) => `${share}, angehalten`,
  speed: (share, speed, left) => `${share} · ${speed}/s · noch ${left}`,
  tooLarge: (size, most) => `Zu groß: ${size}. Eine Datei darf ${most} haben.`,
  tooLargeHere: (size, far) => `Von hier aus zu groß: ${size}. ${far}`,
  noRoomOfYours: (size, free, quota) =>
    `Kein Platz: ${size}, und von deinen ${quota} sind ${free} frei. Lösche Dateien, die du nicht brauchst, oder bitte den Admin um mehr.`,
  noRoom: (size, free) =>
    `Kein Platz: ${size}, und auf dem Server ist Platz für ${free}. Bitte den Admin, Platz zu schaffen.`,
  farText: (here, own) =>
    `Von hier aus darf eine Datei ${here} haben. Größere, bis ${own}, gehen nur im eigenen Netz des Dienstes: Öffne diese Seite dort über die lokale Adresse, nicht über einen Tunnel oder Proxy.`,
  fileGone:
    'Diese Datei wurde auf diesem Gerät geändert, verschoben oder gelöscht. Wähle sie noch einmal.',
  elsewhere: 'Dieser Upload läuft in einem anderen Tab oder Fenster.',
  standsStill: 'Die Verbindung steht still',
}
