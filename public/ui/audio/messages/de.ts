import type { Messages } from './en.ts'

export const m: Messages = {
  cannotPlay: 'Dieser Browser kann es nicht abspielen, oder es ist weg.',
  pause: (name) => `${name} anhalten`,
  play: (name) => `${name} abspielen`,
  position: (name) => `Position in ${name}`,
  timeOf: (time, end) => `${time} von ${end}`,
  needsHttps:
    'Ein Browser gibt einer Seite das Mikrofon nur über https oder auf diesem Rechner selbst. Öffne diese Seite über ihre https-Adresse.',
  cannotRecord: 'Dieser Browser kann nicht aufnehmen.',
  notAllowed:
    'Der Browser hat das Mikrofon nicht erlaubt. Erlaube es für diese Seite in den Einstellungen neben der Adresse.',
  noMicrophone: 'Auf diesem Gerät wurde kein Mikrofon gefunden.',
  microphoneInUse: 'Ein anderes Programm benutzt das Mikrofon.',
  microphoneFailed: 'Das Mikrofon ließ sich nicht öffnen.',
}
