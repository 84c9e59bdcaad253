import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Système',
  health: 'Santé',
  summaries: {
    ok: 'Tout fonctionne.',
    warning: 'En marche, certaines fonctions sont indisponibles.',
    error: 'Quelque chose ne fonctionne pas.',
  },
  levels: {
    error: 'Erreur',
    warning: 'Avertissement',
    info: 'Note',
    ok: 'Bien',
  },
  lookingAgain: 'Nouvelle vérification…',
  refresh: 'Actualiser',
  otherChecks: (checks) =>
    counted(checks, { one: '# autre contrôle réussi', other: '# autres contrôles réussis' }),
  theCommand: 'la commande',
  installation: 'Installation',
  started: (version, time) => `${version}, démarré le ${time}`,
  runsOn: 'Fonctionne sur',
  data: 'Données',
  leftOnDisk: (size) => `, ${size} libres sur son disque`,
  settingsInForce: (settings) => `Réglages en vigueur (${settings})`,
  setNotShown: 'Défini ; non affiché',
  notSet: 'Non défini',
  backups: 'Sauvegardes',
  inMemory: 'Ce service garde ses données en mémoire : il n’y a rien à sauvegarder.',
  noneYet: 'Il n’y a pas encore de sauvegarde sur cette machine.',
  lastGood: (ago, time, contents) =>
    `La dernière bonne a été faite ${ago}, le ${time}. ${contents}`,
  tryFailed: 'L’essai du {time} a échoué. {reason}',
  nightly: 'Une est faite chaque nuit, dans {folder}.',
  nightlyNext: (time) => `Une est faite chaque nuit, la prochaine le ${time}, dans {folder}.`,
  notNightly: 'Aucune n’est faite la nuit, selon les réglages. Le dossier est {folder}.',
  copyFolder: 'Copiez le dossier sur une autre machine : un disque en panne l’emporte avec lui.',
  withoutFiles:
    'npm run backup -- --folder DIR en fait une avec tous les fichiers ; celles de la nuit aussi, dans un dossier sur un autre disque ou avec files = true dans [backups].',
  databaseOnly:
    'Elle a la base de données, les compétences et les clés, mais pas le contenu des fichiers, pièces jointes et clips.',
  hasAll: (files) =>
    `Elle a tout : ${counted(files, { one: '# fichier', other: '# fichiers' })}, y compris ceux qui sont enregistrés.`,
  wereLost: (files) =>
    ` ${counted(files, { one: '# était perdu', other: '# étaient perdus' })} avant.`,
  drilling: 'Restauration dans un dossier temporaire…',
  drill: 'Essai de restauration',
  noDrill:
    'Aucune restauration n’a encore été essayée : l’essai en fait une dans un dossier temporaire.',
  drillFailed: (time, name, reason) => `L’essai du ${time} avec ${name} a échoué : ${reason}`,
  filesNotPart: 'ses fichiers n’en font pas partie, ou il n’y en a pas',
  filesThere: (there, named) => `${there} fichiers enregistrés sur ${named} sont là`,
  drillFound: (time, name, files, size, people, conversations, stored) =>
    `L’essai du ${time} a restauré ${name} : ${files} fichiers, ${size}, sommes de contrôle correctes, base de données saine ; ${people} personnes, ${conversations} conversations ; ${stored}.`,
  backupMade: (name, size) => `Sauvegarde faite : ${name}, ${size}`,
  beingMade:
    'Une sauvegarde est en cours de création et de vérification ; une grosse prend des minutes.',
  creating: 'Création…',
  backUpNow: 'Sauvegarder',
  allKept: (backups) => `Toutes celles conservées (${backups})`,
  lookInsideOne: (name) => `Regarder dans ${name}`,
  lookInside: 'Regarder dedans',
  downloadOne: (name) => `Télécharger ${name}`,
  download: 'Télécharger',
  wholeFolder: 'Un dossier avec tous les fichiers',
  kinds: {
    users: 'Personnes',
    conversations: 'Conversations',
    files: 'Fichiers',
    history: 'Historique',
    assistants: 'Assistants',
    prompts: 'Prompts enregistrés',
    knowledge: 'Savoirs',
  },
  insideOne: (name) => `Dans ${name}`,
  inside: 'Dans {name}',
  close: 'Fermer',
  what: 'Quoi',
  search: 'Rechercher',
  nameOrWords: 'Nom ou mots',
  nothingFound: 'Aucun résultat.',
  untitled: 'Sans titre',
  restore: 'Restaurer',
  restoreThis: 'Restaurer ?',
  restorePerson: (name) =>
    `Ce que ${name} avait dans cette sauvegarde et n’a plus revient. Rien de ce qui existe n’est modifié.`,
  restoreOne: (title, owner) =>
    `${title} revient à ${owner} tel qu’il était dans cette sauvegarde.`,
  withoutBytes: 'sans son contenu',
  isThere: 'présent',
  wasOver: 'expiré',
  nothingRestored: 'Rien n’a été restauré.',
  restored: (counts) => `Restauré : ${counts}.`,
  lost: (lost, names) => ` Sans contenu : ${lost} (${names}).`,
}
