import type { Messages } from './en.ts'

export const m: Messages = {
  address: 'Adresse',
  copyLink: 'Copier le lien',
  goodFor: 'Valable {time}.',
  forTime: (time) => `pendant ${time}`,
  ownNetworkOnly: 'Sans https, il ne s’ouvre que sur le réseau local.',
  opensAnywhere: 'Il s’ouvre partout où cette adresse est accessible.',
  shownOnce: 'Il n’est affiché que maintenant.',
  thisMachineOnly:
    'Ce service n’écoute que sur sa propre machine : aucun autre appareil ne peut ouvrir le lien. Démarrez-le avec {setting} pour accepter les appareils de la maison.',
  qrCode: 'Code QR du lien',
  whatFor: 'À quoi elle sert',
  byHand: 'Choisi à la main.',
  presets: {
    tools: 'Outils pour un assistant',
    chatApp: 'App de chat',
    homeAssistant: 'Home Assistant',
    codeAssistant: 'Assistant de programmation',
    everything: 'Tout',
  },
  hints: {
    tools:
      'Pour un client MCP avec son propre modèle : lit des pages, trouve vos fichiers et plus.',
    chatApp: 'Discute avec tous les modèles et cherche dans ses documents par plongements.',
    homeAssistant: 'Discute, parle et écoute.',
    codeAssistant: 'Interroge tous les modèles ; sans tâches ni fichiers.',
    everything: 'Tout ce qu’une clé peut faire, y compris à l’avenir.',
  },
  tools: 'Outils',
  allTools: 'Tous, y compris les nouveaux',
}
