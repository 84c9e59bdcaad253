import type { Messages } from './en.ts'

export const m: Messages = {
  cannotPlay: 'Ta przeglądarka nie może tego odtworzyć albo już tego nie ma.',
  pause: (name) => `Wstrzymaj: ${name}`,
  play: (name) => `Odtwórz: ${name}`,
  position: (name) => `Pozycja: ${name}`,
  timeOf: (time, end) => `${time} z ${end}`,
  needsHttps:
    'Przeglądarka udostępnia mikrofon tylko przez https lub na tym samym komputerze. Otwórz tę stronę pod adresem https.',
  cannotRecord: 'Ta przeglądarka nie może nagrywać.',
  notAllowed:
    'Przeglądarka nie zezwoliła na mikrofon. Zezwól na niego w ustawieniach obok adresu strony.',
  noMicrophone: 'Na tym urządzeniu nie znaleziono mikrofonu.',
  microphoneInUse: 'Mikrofonu używa inny program.',
  microphoneFailed: 'Nie udało się włączyć mikrofonu.',
}
