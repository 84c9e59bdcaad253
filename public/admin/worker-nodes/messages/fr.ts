import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Machines',
  noneJoined: 'Aucune machine n’a encore rejoint',
  allHere: 'Cette machine fait tout le travail',
  whatFor:
    'Une autre machine peut répondre avec ses moteurs pour celle-ci. Les tâches lourdes sont réparties sur toutes les machines, dans leur ordre d’arrivée, si bien que plusieurs tournent à la fois. Rien ne change pour les clients : adresses, clés et modèles restent ici.',
  needsRedis:
    'Toutes les machines doivent atteindre un même serveur Redis ou Valkey. Mettez son adresse dans hearth.toml ici, et redémarrez Hearth :',
  settings: 'les réglages',
  command: 'la commande',
  onOthers:
    'Sur chaque autre machine, installez la même version de Hearth, mettez les mêmes lignes dans son hearth.toml à côté de ses propres moteurs, et lancez-la :',
  appears:
    'Elle apparaît ici en quelques secondes. Elle n’a besoin d’aucun port et ne garde pas de données.',
  facts: (tasks) =>
    `Version {version}, ${counted(tasks, { one: '# tâche lourde', other: '# tâches lourdes' })} à la fois, démarrée {time}`,
  noEngine:
    'Elle n’a pas de moteur : lancez-y un serveur de modèles, ou ajoutez [[engines]] à son hearth.toml.',
  accounts: 'Comptes {names}',
  answersNot: 'Sans réponse : {reason}',
  forget: 'Oublier',
  isForgotten: (name) => `${name} est oubliée`,
  forgetThis: (name) => `Oublier ${name} ?`,
  forgetText:
    'Les moteurs et modèles qu’elle seule a ne sont plus proposés. Elle réapparaît dès qu’elle est démarrée.',
  forgetIt: 'Oublier',
  lost: (ago) => `Perdue, dernier signe ${ago}`,
  stopped: (ago) => `Arrêtée, dernier signe ${ago}`,
  otherVersion: 'D’une autre version, donc sans travail',
  idle: 'En ligne, rien en cours',
  running: (calls) => `En ligne, ${counted(calls, { one: '# appel', other: '# appels' })} en cours`,
  lostHelp: (name) =>
    `Son travail est passé à d’autres machines quand c’est possible. Vérifiez que ${name} est allumée, atteint le serveur Redis et exécute encore npm run worker : elle revient toute seule.`,
  versionHelp: (version, own) =>
    `Elle a la version ${version} de Hearth, et ce service a la ${own}. Mettez à jour la plus ancienne, puis redémarrez-la.`,
  clockAhead: (time) =>
    `Son horloge avance de ${time} : les heures de son journal et de ses quotas sont fausses. Réglez-la par le réseau : sudo timedatectl set-ntp true`,
  clockBehind: (time) =>
    `Son horloge retarde de ${time} : les heures de son journal et de ses quotas sont fausses. Réglez-la par le réseau : sudo timedatectl set-ntp true`,
}
