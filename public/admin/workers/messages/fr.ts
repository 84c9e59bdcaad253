import { count, counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agents',
  jobs: 'Travaux',
  noJobs:
    'Aucun agent n’a été lancé depuis une heure. Les travaux apparaissent ici avec tout ce qu’ils font, et sont supprimés une heure après leur fin.',
  cannotRun: 'Aucun agent ne peut fonctionner sur cette machine : {reason}',
  noSandbox: 'pas de bac à sable',
  seeMissing: 'Voir ce qui manque',
  today: 'Aujourd’hui',
  started: (used, limit, left) =>
    `${count(used)} travaux lancés sur ${count(limit)}, il en reste ${count(left)}`,
  startedToday: 'Lancés aujourd’hui',
  rules: (each, time, zone) =>
    `${count(each)} par clé ou personne. Le jour suivant commence ${time} (${zone}). Un travail compte dès qu’il est accepté.`,
  byOwner: 'Lancés aujourd’hui, par clé ou personne',
  owner: 'Clé ou personne',
  startedShort: 'Lancés',
  left: 'Restants',
  sources: {
    shipped: 'fourni',
    own: 'le vôtre',
    override: 'le vôtre, à la place du profil fourni',
  },
  profiles: 'Profils',
  cannotBeUsed: 'Inutilisable : {reason}',
  atMost: (steps, time) =>
    `Au plus ${counted(steps, { one: '# étape', other: '# étapes' })} et ${time}`,
  withLinks: (text, links) =>
    `${text} ; avec des fichiers joints, ${counted(links, { one: '# lien', other: '# liens' })} par site`,
  profilesHint:
    'Qui peut en utiliser un se règle pour chaque clé et chaque personne. Un dossier avec un PROFILE.md dans le dossier de données, sous worker-profiles, en ajoute un.',
  states: {
    queued: 'En attente',
    running: 'En cours',
    succeeded: 'Terminé',
    failed: 'Échec',
    cancelled: 'Annulé',
  },
  runningFor: (state, time) => `${state} depuis ${time}`,
  endedAfter: (state, time) => `${state} après ${time}`,
  askedFor: (state) => `${state}, demandé {time}`,
  made: 'Créé : {files}',
  steps: (steps) => counted(steps, { one: '# étape', other: '# étapes' }),
  stepsOf: (steps, name) => `${steps} de ${name}`,
  cancel: 'Annuler',
  workerOf: (name) => `agent de ${name}`,
  isCancelled: (name) => `L’agent de ${name} est annulé`,
  cancelThis: (name) => `Annuler l’agent de ${name} ?`,
  cancelText:
    'Il s’arrête sans réponse, et compte quand même pour aujourd’hui. Ce qu’il a créé reste une heure.',
  cancelWorker: 'Annuler l’agent',
  goOn: 'Continuer',
  hidden: (steps) =>
    counted(steps, {
      one: 'La première étape n’est pas affichée.',
      other: 'Les # premières étapes ne sont pas affichées.',
    }),
}
