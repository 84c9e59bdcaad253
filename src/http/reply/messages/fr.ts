import { html } from '../html.ts'
import type { PageMessages } from './en.ts'

const LIFETIME =
  'Ce navigateur reste connecté pendant 12 heures, ou jusqu’au remplacement de la clé.'

export const messages: PageMessages = {
  language: 'fr',
  shell: {
    pages: 'Pages',
    startPage: 'Accueil',
    app: 'Hearth',
    admin: 'Administration de Hearth',
    shared: 'Conversation partagée',
    newConversation: 'Nouvelle conversation',
    transcribe: 'Transcrire',
    files: 'Fichiers',
    welcome: 'Que voulez-vous savoir ?',
    welcomeText:
      'Tout ce que vous écrivez ici est à vous : personne d’autre ne peut le lire, sauf si vous le partagez. Joignez images et documents avec le trombone, ou déposez-les ou collez-les ici.',
    noScript: (docs) =>
      html`Cette page a besoin de JavaScript, mais pas le service lui-même : voir ${docs}.`,
  },
  offline: {
    title: 'Injoignable',
    text: 'Cet appareil n’a pas de connexion à Hearth. Ce que vous avez écrit est conservé, et les réponses continuent sans vous.',
    tryAgain: 'Réessayer',
  },
  signIn: 'Se connecter',
  continueWith: (provider) => `Continuer avec ${provider}`,
  signedIn: {
    out: 'Déconnecté',
    outText: 'Vous êtes déconnecté de Hearth dans ce navigateur.',
    again: 'Se reconnecter',
    waiting: 'En attente d’approbation',
    waitingText: (name) =>
      html`Vous êtes connecté en tant que ${name}. Un administrateur doit approuver votre compte avant que vous puissiez continuer.`,
    updates: (seconds) => `Actualisation toutes les ${seconds} s.`,
    refresh: 'Actualiser maintenant',
    signOut: 'Se déconnecter',
  },
  login: {
    choose: 'Choisissez un compte que vous avez déjà.',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyThere: 'S’y connecter avec une clé d’accès',
    passkeyFailed: 'La connexion avec cette clé d’accès a échoué.',
    otherDevice: 'Se connecter avec un appareil où vous êtes déjà connecté',
    whereIsKey: (setting, command) =>
      html`Hearth a affiché la Primary Key à son premier démarrage, sauf si ${setting} la définit. ${command} en crée une nouvelle.`,
    haveKey: 'J’ai la Primary Key',
    wrongKey: 'Ce n’est pas la Primary Key',
    lifetime: LIFETIME,
    openNetwork: `La connexion à cette page n’est pas chiffrée : quiconque écoute ce réseau peut lire la clé. Ne vous connectez ici que sur un réseau de confiance. ${LIFETIME}`,
  },
  join: {
    invited: 'Vous êtes invité',
    chooseName: 'Choisissez le nom sous lequel les autres vous connaissent ici.',
    yourName: 'Votre nom',
    join: 'Rejoindre',
    orUse: 'Ou utilisez un compte que vous avez déjà :',
    signedInAs: (name) => html`Vous êtes connecté en tant que ${name}.`,
    goOnAs: (name) => `Continuer en tant que ${name}`,
    orAnother: (name) =>
      `, ou créez ici un autre compte, ce qui déconnecte ${name} dans ce navigateur.`,
    linkSignsIn: (name) => html`Ce lien connecte ce navigateur en tant que ${name}.`,
    orLink: (name) =>
      html`, ou utilisez le lien, qui connecte ce navigateur en tant que ${name} à la place.`,
    signInAs: (name) => `Se connecter en tant que ${name}`,
    openNetwork:
      'La connexion à cette page n’est pas chiffrée : quiconque écoute ce réseau, et tout autre service de cette machine, peut détourner votre session. Ne continuez que sur un réseau de confiance.',
    faults: {
      invalid: 'Saisissez un nom de 1 à 60 caractères, pas une adresse e-mail',
      conflict: 'Quelqu’un porte déjà ce nom ici : choisissez-en un autre',
    },
  },
  approve: {
    canvas: {
      title: 'Connecter l’app Canvas',
      typeCode: 'Saisissez le code affiché par l’app Canvas',
      permission:
        'Elle pourra utiliser le canvas de ce serveur en votre nom, jusqu’à 30 jours sans utilisation.',
      goBack: 'Revenez à l’app Canvas ; vous pouvez fermer cette page.',
    },
    code: {
      title: 'Connecter un assistant de programmation',
      typeCode: 'Saisissez le code affiché par votre terminal ou éditeur',
      permission:
        'Il pourra utiliser les modèles de ce serveur en votre nom, jusqu’à 90 jours après sa dernière connexion.',
      goBack: 'Revenez à votre terminal ou éditeur ; vous pouvez fermer cette page.',
    },
    browser: {
      title: 'Connecter un autre appareil',
      typeCode: 'Saisissez le code affiché par l’autre appareil',
      permission:
        'Il pourra faire tout ce que vous pouvez, comme si vous vous y étiez connecté vous-même.',
      goBack: 'Revenez à l’autre appareil ; vous pouvez fermer cette page.',
    },
    noDevice: 'Aucun appareil n’attend avec ce code',
    checkCode: 'Vérifiez-le, ou recommencez sur l’appareil : un code est valable dix minutes.',
    next: 'Continuer',
    wants: (client, user) =>
      html`Un appareil qui se nomme ${client} veut se connecter en tant que ${user}.`,
    codeLabel: 'Code',
    address: 'Adresse',
    askedAt: 'Demandé le',
    onlyIfYours: 'Ne continuez que si vous avez lancé cela vous-même sur votre appareil.',
    approve: 'Autoriser',
    deny: 'Refuser',
    another: 'En connecter un autre',
    denied: 'Refusé',
    notConnected: (client) => html`${client} n’a pas été connecté.`,
    approved: 'Autorisé',
    connected: (client) => html`${client} est connecté.`,
  },
  browserCode: {
    title: 'Se connecter avec un autre appareil',
    intro: 'Affiche un code à saisir sur un appareil où vous êtes déjà connecté.',
    show: 'Afficher un code',
    enter: 'Saisissez ce code sur l’autre appareil',
    how: (me, add) =>
      html`Sur un appareil où vous êtes connecté, ouvrez ${me}, choisissez ${add} et saisissez-y le code. Il est valable dix minutes.`,
    me: 'Moi',
    addDevice: 'Ajouter un appareil',
    looksAgain: (seconds, now) =>
      html`Cette page vérifie à nouveau toutes les ${seconds} secondes, ou ${now}.`,
    now: 'maintenant',
    goOnAs: (name) => html`Continuer en tant que ${name}.`,
    wasDenied: 'L’autre appareil a refusé le code',
    expired: 'Le code a expiré',
  },
  failure: {
    titles: {
      account_refused: 'Compte fermé',
      pending_approval: 'En attente d’approbation',
      sign_in_failed: 'Échec de la connexion',
      provider_failed: 'Échec de la connexion',
      not_found: 'Introuvable',
      method_not_allowed: 'Pas une page',
      rate_limited: 'Trop de tentatives',
      busy: 'Occupé',
      forbidden: 'Non autorisé',
      capability_denied: 'Non autorisé',
      stopping: 'Indisponible pour le moment',
      storage_full: 'Le disque est plein',
      internal: 'Une erreur s’est produite',
    },
    texts: {
      account_refused: 'Ce compte a été suspendu ou supprimé.',
      sign_in_failed: 'La connexion a échoué. Réessayez.',
      provider_failed: 'Le fournisseur n’a pas confirmé la connexion. Réessayez.',
      not_found: 'Cela n’existe pas ou plus ici. Si c’était un lien, demandez-en un nouveau.',
      method_not_allowed: 'Cette adresse est destinée aux programmes.',
      rate_limited: 'Patientez un instant, puis réessayez.',
      busy: 'Le service est très sollicité. Réessayez dans un instant.',
      forbidden: 'Ce n’est pas autorisé ici.',
      capability_denied: 'Ce n’est pas autorisé ici.',
      stopping: 'Hearth redémarre. Réessayez dans un instant.',
      storage_full: 'Il n’y a plus de place sur le serveur.',
      internal: 'Une erreur s’est produite dans le service.',
      malformed: 'Ouvrez à nouveau le lien dans ce navigateur, avec les cookies autorisés.',
    },
    other: 'Cela n’a pas fonctionné',
    signedOut: 'Déconnecté',
    signedOutText: 'Vous n’êtes plus connecté ici.',
    notAPage: 'Pas une page',
    forDevices: 'Cette adresse est destinée aux appareils approuvés.',
    signInFirst: 'Connectez-vous d’abord',
    needsSignIn: 'Cette adresse demande un navigateur connecté ou une clé d’API.',
    unknownAddress: 'Adresse inconnue',
    open: (url) => `Ouvrir ${url}`,
    help: 'Aide pour cette erreur',
    howToCall: 'Comment l’appeler',
    seeApproval: 'Voir si le compte est approuvé',
    otherAccount: 'Utiliser un autre compte',
    tryAgain: 'Réessayer',
    otherWay: 'Se connecter autrement',
    startPage: 'Accueil',
  },
}
