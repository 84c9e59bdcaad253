import type { Messages } from './en.ts'

export const m: Messages = {
  cannotPlay: 'Ce navigateur ne peut pas le lire, ou le fichier n’est plus là.',
  pause: (name) => `Mettre ${name} en pause`,
  play: (name) => `Lire ${name}`,
  position: (name) => `Position dans ${name}`,
  timeOf: (time, end) => `${time} sur ${end}`,
  needsHttps:
    'Un navigateur ne donne le micro à une page qu’en https ou sur la machine même. Ouvrez cette page par son adresse https.',
  cannotRecord: 'Ce navigateur ne peut pas enregistrer.',
  notAllowed:
    'Le navigateur n’a pas autorisé le micro. Autorisez-le pour cette page dans les réglages à côté de l’adresse.',
  noMicrophone: 'Aucun micro trouvé sur cet appareil.',
  microphoneInUse: 'Le micro est utilisé par un autre programme.',
  microphoneFailed: 'Impossible d’ouvrir le micro.',
}
