import type { Messages } from './en.ts'

export const m: Messages = {
  address: 'Adres',
  copyLink: 'Kopiuj link',
  goodFor: 'Ważny {time}.',
  forTime: (time) => `przez ${time}`,
  ownNetworkOnly: 'Bez https otwiera się tylko w sieci własnej.',
  opensAnywhere: 'Otwiera się wszędzie tam, gdzie ten adres jest dostępny.',
  shownOnce: 'Jest pokazywany tylko teraz.',
  thisMachineOnly:
    'Ta usługa nasłuchuje tylko na własnym komputerze, więc inne urządzenie nie otworzy linku. Uruchom ją z {setting}, aby wpuścić urządzenia domowe.',
  qrCode: 'Kod QR linku',
  whatFor: 'Do czego służy',
  byHand: 'Wybrane ręcznie.',
  presets: {
    tools: 'Narzędzia dla asystenta',
    chatApp: 'Aplikacja czatu',
    homeAssistant: 'Home Assistant',
    codeAssistant: 'Asystent programowania',
    everything: 'Wszystko',
  },
  hints: {
    tools: 'Dla klienta MCP z własnym modelem: czyta strony, znajduje Twoje pliki i więcej.',
    chatApp: 'Rozmawia z każdym modelem i przeszukuje swoje dokumenty przez embeddingi.',
    homeAssistant: 'Rozmawia, mówi i słucha.',
    codeAssistant: 'Pyta każdy model; bez zadań i plików.',
    everything: 'Wszystko, co potrafi klucz, także w przyszłości.',
  },
  tools: 'Narzędzia',
  allTools: 'Wszystkie, także nowe',
}
