import type { Messages } from './en.ts'

export const m: Messages = {
  address: 'Adresse',
  copyLink: 'Link kopieren',
  goodFor: 'Gültig {time}.',
  forTime: (time) => `für ${time}`,
  ownNetworkOnly: 'Ohne https öffnet er sich nur im eigenen Netz.',
  opensAnywhere: 'Er öffnet sich überall, wo diese Adresse erreichbar ist.',
  shownOnce: 'Er wird nur jetzt angezeigt.',
  thisMachineOnly:
    'Dieser Dienst ist nur auf seinem eigenen Rechner erreichbar, deshalb kann kein anderes Gerät den Link öffnen. Starte ihn mit {setting}, um die Geräte im Haus hereinzulassen.',
  qrCode: 'QR-Code des Links',
  whatFor: 'Wofür er ist',
  byHand: 'Von Hand gewählt.',
  presets: {
    tools: 'Werkzeuge für einen Assistenten',
    chatApp: 'Chat-App',
    homeAssistant: 'Home Assistant',
    codeAssistant: 'Programmierassistent',
    everything: 'Alles',
  },
  hints: {
    tools: 'Für ein MCP-Programm mit eigenem Modell: liest Seiten, findet deine Dateien und mehr.',
    chatApp: 'Chattet mit jedem Modell und durchsucht seine Dokumente über Embeddings.',
    homeAssistant: 'Chattet, spricht und hört zu.',
    codeAssistant: 'Fragt jedes Modell; arbeitet ohne Aufgaben und Dateien.',
    everything: 'Alles, was ein Schlüssel kann, auch Künftiges.',
  },
  tools: 'Werkzeuge',
  allTools: 'Alle, auch neue',
}
