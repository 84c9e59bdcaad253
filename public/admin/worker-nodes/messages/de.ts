import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Rechner',
  noneJoined: 'Noch ist kein Rechner beigetreten',
  allHere: 'Dieser Rechner macht alle Arbeit',
  whatFor:
    'Ein weiterer Rechner kann mit seinen Modellen für diesen antworten. Schwere Aufgaben verteilen sich in ihrer Reihenfolge auf alle Rechner, so dass mehrere zugleich laufen. Für Clients ändert sich nichts: Adressen, Schlüssel und Modelle bleiben hier.',
  needsRedis:
    'Alle Rechner brauchen Zugang zu einem Redis- oder Valkey-Server. Trag hier seine Adresse in hearth.toml ein und starte Hearth neu:',
  settings: 'die Einstellungen',
  command: 'der Befehl',
  onOthers:
    'Installiere auf jedem weiteren Rechner dieselbe Version von Hearth, trag dieselben Zeilen neben seinen eigenen Modellen in hearth.toml ein und starte ihn:',
  appears: 'Er erscheint hier in Sekunden. Er braucht keinen Port und speichert keine Daten.',
  facts: (tasks) =>
    `Version {version}, ${counted(tasks, { one: '# schwere Aufgabe', other: '# schwere Aufgaben' })} zugleich, gestartet {time}`,
  noEngine:
    'Er hat kein Modell: Starte dort einen Modell-Server oder ergänze [[engines]] in seiner hearth.toml.',
  accounts: 'Konten {names}',
  answersNot: 'Keine Antwort: {reason}',
  forget: 'Vergessen',
  isForgotten: (name) => `${name} ist vergessen`,
  forgetThis: (name) => `${name} vergessen?`,
  forgetText:
    'Modelle, die nur er hat, werden nicht mehr angeboten. Er erscheint wieder, sobald er gestartet wird.',
  forgetIt: 'Vergessen',
  lost: (ago) => `Verloren, zuletzt gehört ${ago}`,
  stopped: (ago) => `Gestoppt, zuletzt gehört ${ago}`,
  otherVersion: 'Hat eine andere Version und bekommt deshalb keine Arbeit',
  idle: 'Verbunden, nichts läuft',
  running: (calls) =>
    `Verbunden, ${counted(calls, { one: '# Aufruf läuft', other: '# Aufrufe laufen' })}`,
  lostHelp: (name) =>
    `Seine Arbeit haben andere Rechner übernommen, wo das möglich ist. Sieh nach, ob ${name} eingeschaltet ist, den Redis-Server erreicht und npm run worker noch läuft: Er tritt von selbst wieder bei.`,
  versionHelp: (version, own) =>
    `Er hat Version ${version} von Hearth, dieser Dienst ${own}. Aktualisiere den älteren und starte ihn neu.`,
  clockAhead: (time) =>
    `Seine Uhr geht ${time} vor; Zeiten in seinem Log und seiner Kontingente stimmen nicht. Stell sie über das Netz: sudo timedatectl set-ntp true`,
  clockBehind: (time) =>
    `Seine Uhr geht ${time} nach; Zeiten in seinem Log und seiner Kontingente stimmen nicht. Stell sie über das Netz: sudo timedatectl set-ntp true`,
}
