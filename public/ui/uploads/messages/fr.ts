import { counted } from '../../locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  uploading: (files) => `Envoi de ${counted(files, { one: '# fichier', other: '# fichiers' })}`,
  notYet: 'Pas encore envoyés',
  moreInLine: (files) =>
    `${counted(files, { one: '# autre fichier', other: '# autres fichiers' })} en attente`,
  uploadOf: (name) => `Envoi de ${name}`,
  goOnWith: (name) => `Reprendre ${name}`,
  goOn: 'Reprendre',
  tryOne: (name) => `Réessayer ${name}`,
  tryAgain: 'Réessayer',
  pauseOne: (name) => `Mettre ${name} en pause`,
  pause: 'Pause',
  removeOne: (name) => `Retirer ${name} de la liste`,
  remove: 'Retirer',
  cancelOne: (name) => `Annuler ${name}`,
  cancel: 'Annuler',
  interrupted: 'Interrompus',
  chooseAgain: (size) => `${size}. Choisissez à nouveau le fichier pour reprendre.`,
  haveCome: (sent, size) =>
    `${sent} sur ${size} reçus. Choisissez à nouveau le fichier pour reprendre.`,
  chooseFileAgain: (name) => `Choisir à nouveau : ${name}`,
  chooseFile: 'Choisir le fichier',
  discardOne: (name) => `Abandonner ${name}`,
  discard: 'Abandonner',
  anotherFile: (name, size) => `C’est un autre fichier : ${name} de ${size} attendu`,
  changedFile: 'Le fichier a changé depuis le début de l’envoi : abandonnez et renvoyez-le',
  share: (sent, size) => `${sent} sur ${size}`,
  waitsAt: (share) => `${share}, attend son tour`,
  waits: 'Attend son tour',
  waitsForService: (share) => `${share}. Attend le service, puis reprend`,
  noConnection: (share) => `${share}. Pas de connexion ; reprend tout seul`,
  signInToGoOn: (share) => `${share}. Connectez-vous pour reprendre`,
  storing: 'Tout est envoyé, le service l’enregistre',
  paused: (share) => `${share}, en pause`,
  speed: (share, speed, left) => `${share} · ${speed}/s · encore ${left}`,
  tooLarge: (size, most) => `Trop volumineux : ${size}. Un fichier peut faire ${most}.`,
  tooLargeHere: (size, far) => `Trop volumineux d’ici : ${size}. ${far}`,
  noRoomOfYours: (size, free, quota) =>
    `Pas de place : ${size}, et il vous reste ${free} sur ${quota}. Supprimez des fichiers inutiles, ou demandez plus à l’administrateur.`,
  noRoom: (size, free) =>
    `Pas de place : ${size}, et le serveur a de la place pour ${free}. Demandez à l’administrateur d’en libérer.`,
  farText: (here, own) =>
    `D’ici, un fichier peut faire ${here}. Les plus gros, jusqu’à ${own}, ne passent que sur le réseau du service : ouvrez-y cette page par l’adresse locale, sans tunnel ni proxy.`,
  fileGone:
    'Ce fichier a été modifié, déplacé ou supprimé sur cet appareil. Choisissez-le à nouveau.',
  elsewhere: 'Cet envoi continue dans un autre onglet ou une autre fenêtre.',
  standsStill: 'La connexion est bloquée',
}
