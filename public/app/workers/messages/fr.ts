import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agents',
  fileCount: (files) => counted(files, { one: '# fichier', other: '# fichiers' }),
  files: 'Fichiers',
  viewOne: (name) => `Voir ${name}`,
  view: 'Voir',
  downloadOne: (name) => `Télécharger ${name}`,
  download: 'Télécharger',
  types: {
    text: 'Texte',
    table: 'Tableau (CSV)',
    page: 'Page web (HTML)',
    archive: 'Archive (ZIP)',
    picture: (format) => `Image (${format})`,
    drawing: 'Dessin (SVG)',
  },
  brief: 'Mission',
  briefHint:
    'Que chercher ou produire, à partir de quoi et sous quelle forme. Il ne pose pas de questions en cours de route.',
  sayWhat: 'Dites ce que l’agent doit faire.',
  shortenBy: (characters) =>
    `Raccourcissez de ${counted(characters, { one: '# caractère', other: '# caractères' })}, ou joignez-le en fichier.`,
  tooMany: (characters) =>
    `${counted(characters, { one: '# caractère', other: '# caractères' })} de trop`,
  charactersLeft: (left, most) => `il reste ${left} caractères sur ${most}`,
  firstOf: (shown, size) => `Les premiers ${shown} sur ${size}. Téléchargez-le pour voir la suite.`,
  copyOne: (name) => `Copier ${name}`,
  fileDeleted: 'Le fichier est supprimé, une heure après la fin de sa mission',
  newJob: 'Nouveau travail',
  canBeDropped: (limits) => `${limits}. On peut aussi les déposer ou les coller.`,
  collections: (collections) =>
    collections === 0
      ? 'Joindre des collections'
      : counted(collections, { one: '# collection', other: '# collections' }),
  chooseCollections: 'Collections pour l’agent',
  searchesThem: 'Il y cherche des passages, et sa réponse cite ses sources.',
  starting: 'Démarrage',
  start: 'Démarrer',
  budget: (left, limit, time) =>
    `encore ${left} travaux sur ${limit} aujourd’hui ; reprise à ${time}`,
  spent: (limit, again) => `Les ${limit} travaux du jour sont utilisés. ${again}`,
  again: (reason, again) => `${reason} ${again}`,
  tryIn: (time) => `Réessayez dans ${time}.`,
  tryAt: (clock, time) => `Réessayez à ${clock}, dans ${time}.`,
  descriptions: {
    'Answers from the documents that are attached, and computes and writes files from them. It has no network.':
      'Répond d’après les documents joints, calcule et écrit des fichiers à partir d’eux. Il n’a pas accès au réseau.',
    'Answers from pages of the web and from attached documents, with the address of every source. It computes and writes files.':
      'Répond d’après des pages web et les documents joints, avec l’adresse de chaque source. Il calcule et écrit des fichiers.',
  },
  worker: 'Agent',
  followsLinks: (links) =>
    `Avec des fichiers joints, il suit au plus ${counted(links, { one: '# lien', other: '# liens' })} d’un site, car chaque choix révèle quelque chose au site`,
  yourJobs: 'Vos travaux',
  noneYet:
    'Aucun pour l’instant. Un travail est gardé une heure après sa fin, avec sa réponse et ses fichiers.',
  deletedAfter: 'Un travail est supprimé une heure après sa fin, avec sa réponse et ses fichiers.',
  workerJob: 'Travail d’agent',
  allJobs: 'Tous les travaux',
  loadingJob: 'Chargement du travail',
  noSuchJob: 'Ce travail n’existe pas',
  mayBeDeleted: 'Il a peut-être été supprimé : un travail est gardé une heure après sa fin. {link}',
  seeJobs: 'Voir vos travaux',
  job: 'Travail',
  steps: (steps) => counted(steps, { one: '# étape', other: '# étapes' }),
  didNothing: 'Il n’a rien fait.',
  appearsHere: 'Ce qu’il fait apparaît ici.',
  showLess: 'Afficher moins',
  showBrief: 'Afficher toute la mission',
  stop: 'Arrêter',
  canClose: 'Vous pouvez fermer cette page : le travail continue.',
  stopThis: 'Arrêter ce travail ?',
  stopText:
    'Il se termine sans réponse et compte quand même parmi les travaux du jour. Ce qu’il a fait jusqu’ici reste une heure.',
  stopJob: 'Arrêter le travail',
  letItGoOn: 'Le laisser continuer',
  deletedAt:
    'Tout cela est supprimé à {time}, une heure après la fin. Téléchargez ce que vous voulez garder.',
  tookPlace: 'Elle remplace la mission que vous aviez commencée. Joignez à nouveau ses fichiers',
  takeBack: 'Reprendre la mienne',
  attachAgain: 'Joignez à nouveau ses fichiers, s’il y en avait',
  againButton: 'Relancer',
  stoppedBefore: 'Arrêté avant d’avoir une réponse.',
  answer: 'Réponse',
  copyAnswer: 'Copier la réponse',
  showOutputOf: (number, size) => `Afficher toute la sortie de l’étape ${number}, ${size}`,
  showOutput: 'Afficher toute la sortie',
  outputOf: (number) => `Sortie de l’étape ${number}`,
  loadingWorkers: 'Chargement des agents',
  lead: 'Un agent accomplit seul une tâche, étape par étape, dans un bac à sable de cette machine. Vous recevez une réponse et les fichiers qu’il a produits.',
  cannotRun: 'Les agents ne peuvent pas encore fonctionner ici',
  onceMended: 'Une fois corrigé, c’est trouvé automatiquement. {link}',
  seeMissing: 'Voir ce qui manque',
  canMend: 'Qui gère ce service peut le corriger ; c’est alors trouvé automatiquement.',
  tryAgain: 'Réessayer',
  mayNotStart: 'Vous ne pouvez pas encore lancer d’agents',
  mayNotStartText:
    'Un agent lit, calcule et écrit des fichiers seul : il est accordé un par un. Demandez à qui gère ce service : un administrateur l’accorde sur votre page sous « Personnes ».',
  waitsApproval: 'Votre compte attend son approbation',
  untilApproved: 'Qui gère ce service l’approuve. D’ici là, aucun agent ne peut démarrer.',
}
