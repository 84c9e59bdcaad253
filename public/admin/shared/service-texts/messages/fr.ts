import { counted } from '../../../../ui/locale.ts'
import type { Messages } from './en.ts'

const BACKUP = 'Faites-en une maintenant : npm run backup -- FILE'
const WITHOUT_FFMPEG =
  'parmi les enregistrements, seuls les fichiers WAV en PCM sont lus, la voix n’existe qu’en wav ou pcm, et les autres requêtes reçoivent 503 not_installed'
const WITHOUT_CHROMIUM =
  'les pages web construites par un script sont lues sans ce que le script dessine, et les requêtes de pages dessinées reçoivent 503 not_installed'
const WITHOUT_YT_DLP =
  'parmi les sites de vidéos, seul YouTube est lu, sans le son, et les autres requêtes reçoivent 503 not_installed'
const CORRECT = 'Corrigez {setting}, ou retirez-le'
const TOOL_MISSING =
  'Le programme {command} n’est pas installé, ou n’est pas dans le PATH de Hearth : le moteur {engine} ne peut pas répondre'
const FREE = 'Libérez de la place sur le disque de {path} : {command}'
const LEFT =
  'sur {reservedBytes} réservés aux révocations et aux fins de tâches, il reste {leftBytes}'
const OUTLIVES = 'Un processus détaché par un outil peut survivre à l’outil et au service'
const FOLDER = 'Le dossier {path} de la collection « {name} »'
const CLOCK = 'Réglez-la : timedatectl set-ntp true'
const NODE_CLOCK = 'Réglez l’horloge de {name} par le réseau : sudo timedatectl set-ntp true'
const AGAIN =
  '{reason}. Un nouvel essai a lieu toutes les heures. Les sauvegardes sont dans {folder} ; npm run doctor dit où elles en sont.'

export const m: Messages = {
  findings: {
    as_said: ['{text}'],
    check_timeout: [
      'Ce contrôle a été abandonné après {seconds} s sans réponse ; son état est inconnu',
    ],
    check_denied: ['Non vérifié : cet utilisateur n’a pas le droit de lire {path}'],
    check_failed: ['Ce contrôle a lui-même échoué : {reason}'],
    settings_fine: ['Les réglages sont sans erreur'],
    settings_changed: [
      'Les réglages ont été modifiés après le démarrage et n’agissent pas encore',
      'Redémarrez Hearth',
    ],
    settings_next_fails: [
      'Le prochain démarrage échouera, car les réglages ont été modifiés : {issue}',
    ],
    passkeys_left: [
      'Il y a des clés d’accès d’un autre nom d’hôte que {host}, celui de BASE_URL : personne ne peut se connecter avec elles ici',
      'Revenez au nom d’hôte précédent, ou laissez ces personnes se connecter par un lien et en ajouter de nouvelles',
    ],
    database_writes: ['La base de données accepte les écritures'],
    database_no_writes: [
      'La base de données n’accepte aucune écriture : les requêtes qui doivent écrire reçoivent 507',
      'Libérez de la place sur son disque, et vérifiez que rien d’autre ne modifie ses fichiers',
    ],
    backups_failed: ['{last}. Le dernier essai a échoué : {reason}', BACKUP],
    backups_stale: [
      '{last}, alors qu’il s’en fait une chaque nuit quand Hearth est en marche',
      BACKUP,
    ],
    backups_off: ['{last}. Aucune n’est faite la nuit, selon les réglages'],
    backups_due: ['{last} : la première est à venir'],
    backups_fine: ['{last}'],
    backups_incomplete: ['{last}, alors que des fichiers devraient y être : {reason}'],
    gguf_none: [
      'Il n’y a aucun fichier GGUF dans {folder}, et {command} n’est pas installé : avec les deux, Hearth répond par lui-même',
      'Mettez un fichier GGUF dans {folder}, et installez llama.cpp : {install}',
    ],
    gguf_no_program: [
      '{command} n’est pas installé : rien ne répond avec {names} de {folder}',
      '{install}',
    ],
    gguf_broken: [
      '{path} ne fonctionne pas : rien ne répond avec les fichiers GGUF de {folder}',
      'Essayez-le : {path} --version',
    ],
    gguf_no_file: [
      '{path} est là, mais il n’y a aucun fichier GGUF dans {folder}',
      'Mettez un fichier GGUF dans {folder}',
    ],
    gguf_answers: ['{path} répond avec {names}'],
    gguf_not_loaded: [
      'Le fichier de modèle {name} ne peut pas être chargé : {reason}',
      'Téléchargez-le de nouveau ; il est réessayé dès qu’il change',
    ],
    engines_none: [
      'Aucun moteur ne peut répondre : toutes les requêtes chat, generate et agent reçoivent 503',
      'Réparez l’un des moteurs ci-dessus',
    ],
    engines_unused: [
      'Installés ici et non utilisés, car une connexion ne sert qu’avec votre accord : {tools}',
      'Ajoutez [[engines]] avec leurs comptes à hearth.toml pour les utiliser',
    ],
    engines_demo: [
      'Aucun moteur n’est configuré et aucun serveur de modèles ne répond sur cette machine : seule la démonstration répond',
      'Démarrez un serveur de modèles (llama-server, ollama serve, …), mettez un fichier GGUF dans le dossier models de DATA_DIR, ou ajoutez [[engines]] à hearth.toml',
    ],
    engine_built_in: ['{label} est intégré et répond toujours'],
    engine_down: [
      '{label} à {address} ne répond pas comme il faut ({reason}) : les requêtes vont aux autres moteurs, et échouent s’il n’y en a pas',
      'Démarrez son serveur ; ceci montre s’il répond : curl {address}/models',
    ],
    engine_no_model: ['{label} répond à {address}, mais n’a aucun modèle', 'Chargez-en un'],
    engine_answers: ['{label} répond à {address} avec {names}'],
    engine_no_such_model: [
      '{label} répond à {address}, mais n’annonce pas {missing} : ces requêtes peuvent échouer',
      'Chargez-le, ou corrigez models de {engine}',
    ],
    tool_missing: [
      TOOL_MISSING,
      'Installez-le, ou donnez son chemin à command dans [[engines]] {engine}',
    ],
    tool_to_install: [TOOL_MISSING],
    account: ['Compte {account} de {engine} ({path}) : {status}'],
    account_sign_in: [
      'Compte {account} de {engine} ({path}) : {status}',
      'Connectez-vous : {command}',
    ],
    speech_none: [
      'Il n’y a aucun moteur de voix : les textes ne peuvent pas être lus à voix haute',
      'Réactivez la voix intégrée, installez espeak-ng (apt install espeak-ng, brew install espeak-ng), ou nommez un serveur de voix dans [[speech_engines]] de hearth.toml',
    ],
    speech: ['Voix par {name} : {status}'],
    speech_parked: ['Voix par {name} : {status}', 'Voyez son état à la page Moteurs'],
    transcription_none: [
      'Il n’y a aucun moteur de transcription : les enregistrements ne peuvent pas être transcrits',
      'Démarrez un serveur whisper (de whisper.cpp, speaches ou LocalAI), installez whisper-cli avec un modèle, ou nommez-en un dans [[transcription_engines]] de hearth.toml',
    ],
    transcription: ['Transcription par {name} : {status}'],
    transcription_parked: [
      'Transcription par {name} : {status}',
      'Voyez son état à la page Moteurs',
    ],
    bucket_unusable: ['{reason} : les fichiers ne sont ni enregistrés ni envoyés', '{fix}'],
    bucket_used: [
      'Les fichiers sont dans le bucket {bucket} à {origin} ; y écrire, lire et lister fonctionne',
    ],
    bucket_leftovers: [
      'Le dossier de données {folder} a encore {names} d’avant le bucket, qui ne servent plus',
      'Copiez-les, Hearth arrêté, puis supprimez-les là : npm run files -- move',
    ],
    folder_is_file: [
      'Le dossier de données {path} est un fichier : Hearth ne peut pas démarrer',
      'Donnez un dossier à DATA_DIR, ou déplacez {path}',
    ],
    folder_private: ['Seul son propriétaire peut lire le dossier de données {path}'],
    folder_open: [
      'D’autres utilisateurs de cette machine peuvent lire {paths}, avec toutes les conversations',
    ],
    folder_blocked: [
      'L’utilisateur {user} ne peut pas écrire dans {paths} : si Hearth tourne sous son nom, il ne peut pas démarrer',
      'Lancez ceci comme l’utilisateur de Hearth, ou : sudo chown -R {user} {folder}',
    ],
    folder_new: ['Il n’y a pas encore de dossier de données {path} : le premier démarrage le crée'],
    folder_denied: [
      'Il n’y a pas de dossier de données {path}, et cet utilisateur n’a pas le droit de le créer dans {parent} : Hearth ne peut pas démarrer',
    ],
    secrets_open: [
      'D’autres utilisateurs de cette machine peuvent lire {path}, qui contient des clés ou des mots de passe',
    ],
    provider_answers: ['Le fournisseur d’identité {name} répond'],
    provider_down: [
      'Le fournisseur d’identité {name} ne répond pas comme il faut ({reason}) : personne ne peut se connecter par lui',
      'Voyez ce qu’il répond : curl -i {url}',
    ],
    provider_other_name: [
      'Le fournisseur d’identité se nomme {reported}, et OIDC_ISSUER dit {issuer} : personne ne peut se connecter par lui',
      'Mettez OIDC_ISSUER={quoted}, si c’est votre fournisseur',
    ],
    bun_right: ['Bun {version} tourne, comme le demande package.json'],
    bun_other: [
      'Bun {version} tourne, mais Hearth a été testé avec {required}',
      'Démarrez Hearth avec npm start, qui installe et utilise la bonne version',
    ],
    clock_wrong: [
      'L’horloge indique {time}, ce qui est impossible : la connexion, les clés à échéance et https échouent',
      CLOCK,
    ],
    clock_behind: [
      'L’horloge indique {time}, mais le dossier de données a été écrit à {written} : elle retarde, donc ce qui a expiré peut servir de nouveau et l’utilisation compte pour le mauvais jour',
      CLOCK,
    ],
    clock_right: ['L’horloge indique {time}, après tout ce qui a été écrit'],
    disk_no_files: ['Le disque de {path} n’accepte plus de fichiers', FREE],
    disk_full: [
      `Le disque de {path} est plein ({freeBytes} libres) : les requêtes qui doivent écrire reçoivent 507, et ${LEFT}`,
      FREE,
    ],
    disk_was_full: [`Le disque de {path} a été plein : ${LEFT}`, FREE],
    disk_fine: ['{room}'],
    disk_tight: [
      '{room} : une sauvegarde ou une mise à jour la copie, donc {neededBytes} devraient être libres',
      FREE,
    ],
    disk_refuses_files: [
      '{room} : aucun fichier n’est accepté tant que plus que les {neededBytes} de MIN_FREE_BYTES ne sont pas libres',
      'Libérez de la place sur le disque de {path}, ou réduisez MIN_FREE_BYTES : {command}',
    ],
    connections_setting: [
      'MAX_CONNECTIONS_PER_ADDRESS est sans effet : les connexions inactives sont fermées après un temps, quel que soit leur auteur',
      'Retirez ce réglage',
    ],
    connections_many: ['{limit} fichiers et connexions peuvent être ouverts à la fois'],
    connections_few: [
      'Seuls {limit} fichiers et connexions peuvent être ouverts à la fois : des clients inactifs peuvent tous les prendre, et plus personne n’entre',
      'Autorisez plus de fichiers ouverts : LimitNOFILE dans l’unité du service, ou ulimit -n {wanted}',
    ],
    address_leads: ['{url} ({name}) mène à Hearth'],
    address_host: [
      '{url} ({name}) mène à Hearth, mais avec un autre Host que celui du navigateur : tout le monde y reçoit 421',
      'Faites garder Host au proxy : nginx veut proxy_set_header Host $host; Caddy le fait seul',
    ],
    address_no_service: [
      'Le proxy à {url} ({name}) répond {status} : Hearth est arrêté, ou le proxy transmet à un autre port',
      'Démarrez Hearth, puis transmettez à EDGE_PORT',
    ],
    address_other: [
      '{url} ({name}) mène à un autre programme, qui répond {status} : la connexion et les liens des e-mails et des pages échouent',
      'Transmettez ce nom à EDGE_PORT, ou corrigez {name}',
    ],
    address_unreachable: [
      'Cette machine n’atteint pas {url} ({name}) : {reason}. D’autres le peuvent peut-être, si le routeur ne ramène pas à l’intérieur',
      'Essayez depuis un autre réseau : curl -i {url}/health',
    ],
    proxy_answers: [
      'Les adresses données par les utilisateurs passent par le proxy {host} (EGRESS_PROXY), qui accepte les connexions',
    ],
    proxy_down: [
      'Le proxy {host} (EGRESS_PROXY) n’accepte aucune connexion ({reason}) : rien ne peut être téléchargé des adresses données par les utilisateurs',
      'Démarrez-le, ou corrigez EGRESS_PROXY ; sans EGRESS_PROXY, Hearth se connecte directement',
    ],
    workers_off: ['Les agents sont désactivés : {reason}', '{fix}'],
    workers_isolated: [
      'Les commandes des agents tournent dans un bac à sable, {user}, {memory}, {python}',
    ],
    profile_faulty: ['Le profil d’agent {name} est inutilisable : {reason}', 'Corrigez {path}'],
    profiles_fine: ['Vos profils d’agents sont utilisables : {profiles}'],
    tools_in_namespaces: [
      'Chaque outil tourne dans son espace de noms PID : rien de ce qu’il lance ne survit à lui ou au service',
    ],
    tools_in_groups: [
      'Chaque outil tourne dans son groupe de contrôle : ce qu’il lance finit avec lui, et ce que laisse un service tué, à son prochain démarrage',
    ],
    tools_switched_off: [`${OUTLIVES} : programs.contain est désactivé`, 'Retirez ce réglage'],
    tools_other_system: [`${OUTLIVES} sur ce système`],
    tools_no_namespace: [
      `${OUTLIVES} : bubblewrap ne peut créer ici aucun espace de noms PID`,
      'apt install bubblewrap (Debian, Ubuntu), et autorisez-le à créer des espaces de noms PID ; ou laissez le service créer des groupes de contrôle (Delegate=yes dans son unité)',
    ],
    ffmpeg_missing: [
      `{command} n’est pas installé : ${WITHOUT_FFMPEG}`,
      'apt install ffmpeg (Debian, Ubuntu) ou brew install ffmpeg (macOS)',
    ],
    ffmpeg_not_there: [`{command} n’est pas installé : ${WITHOUT_FFMPEG}`, CORRECT],
    ffmpeg_broken: [`{path} ne fonctionne pas : ${WITHOUT_FFMPEG}`, 'Essayez-le : {path} -version'],
    ffmpeg_works: ['ffmpeg {version} lit et écrit toutes sortes de sons'],
    prlimit_works: ['Les documents et enregistrements sont lus avec une mémoire limitée'],
    prlimit_missing: [
      'prlimit n’est pas installé : un document ou un enregistrement malveillant peut épuiser la mémoire, jusqu’à la fin de son temps',
    ],
    bubblewrap_missing: [
      'bwrap n’est pas installé : les enregistrements sont décodés sans bac à sable, qui n’est qu’un second rempart',
    ],
    bubblewrap_works: ['Les enregistrements sont décodés dans un bac à sable sans réseau'],
    bubblewrap_denied: [
      'bwrap n’a pas le droit de créer ici un bac à sable : les enregistrements sont décodés sans, et ce n’est qu’un second rempart',
      'Autorisez les espaces de noms utilisateur, sauf dans un conteneur',
    ],
    chromium_missing: [
      `{command} n’est pas installé : ${WITHOUT_CHROMIUM}`,
      'apt install chromium (Debian), ou donnez à programs.chromium le chemin de Chrome',
    ],
    chromium_not_there: [`{command} n’est pas installé : ${WITHOUT_CHROMIUM}`, CORRECT],
    chromium_broken: [
      `{path} ne fonctionne pas : ${WITHOUT_CHROMIUM}`,
      'Essayez-le : {path} --version',
    ],
    chromium_works: ['{name} dessine les pages web construites par un script'],
    chromium_as_root: [
      '{name} dessine les pages web construites par un script, sans son propre bac à sable, car cet utilisateur est root',
      'Lancez Hearth comme un autre utilisateur',
    ],
    yt_dlp_missing: [
      `{command} n’est pas installé : ${WITHOUT_YT_DLP}`,
      'pipx install "yt-dlp[default]" ou brew install yt-dlp (celui d’apt est trop ancien sur la plupart des systèmes)',
    ],
    yt_dlp_not_there: [`{command} n’est pas installé : ${WITHOUT_YT_DLP}`, CORRECT],
    yt_dlp_broken: [
      `{path} ne fonctionne pas : ${WITHOUT_YT_DLP}`,
      'Essayez-le : {path} --version',
    ],
    yt_dlp_old: [
      'yt-dlp {version} ({path}) est trop ancien pour les sites de vidéos d’aujourd’hui, qui changent toutes les quelques semaines : beaucoup de requêtes échouent',
      'pipx upgrade yt-dlp (ou pipx install "yt-dlp[default]" à la place de celui d’apt), maintenant et de temps en temps',
    ],
    yt_dlp_in_sandbox: [
      'yt-dlp {version} lit les sites de vidéos, dans un bac à sable qui ne mène qu’à des adresses publiques',
    ],
    yt_dlp_works: ['yt-dlp {version} lit les sites de vidéos'],
    yt_dlp_in_the_open: [
      'yt-dlp {version} lit les sites de vidéos sans bac à sable, car bwrap manque ou n’a pas le droit d’en créer ici : seul le proxy qu’on lui indique le tient loin des adresses privées',
      'apt install bubblewrap, et autorisez les espaces de noms utilisateur, sauf dans un conteneur',
    ],
    tool_server_failed: [
      'Le serveur d’outils {server} ({host}) est inutilisable : {reason}',
      'Voyez son bloc dans [[mcp_servers]], et s’il tourne ; puis revérifiez-le à la page Moteurs',
    ],
    tool_server_offers: [
      ({ tools = 0 }) =>
        `Le serveur d’outils {server} propose ${counted(tools, { one: '# outil', other: '# outils' })}`,
    ],
    tool_server_withheld: [
      'Du serveur d’outils {server}, ne peuvent pas être proposés : {names}',
      'Corrigez tools dans son bloc de [[mcp_servers]] : la page Moteurs montre ce qu’il a',
    ],
    nodes_online: ['Machines en ligne : {names}'],
    nodes_none: [
      'Aucune autre machine n’est en ligne : celle-ci fait tout le travail',
      'Lancez npm run worker sur une autre machine, avec la même url de [queue] ; ou retirez [queue] des réglages',
    ],
    node_lost: [
      'La machine {name} est perdue : elle ne reçoit aucun travail',
      'Vérifiez que {name} est allumée, atteint le serveur Redis et exécute encore npm run worker ; ou oubliez-la à la page Machines',
    ],
    node_version: [
      'La machine {name} ne reçoit aucun travail : elle a la version {version} de Hearth, et ce service {own}',
      'Mettez à jour la plus ancienne, et redémarrez-la',
    ],
    node_ahead: [
      'L’horloge de la machine {name} avance de {seconds} s : les heures de son journal et de ses quotas sont fausses',
      NODE_CLOCK,
    ],
    node_behind: [
      'L’horloge de la machine {name} retarde de {seconds} s : les heures de son journal et de ses quotas sont fausses',
      NODE_CLOCK,
    ],
    knowledge_not_followed: [
      `${FOLDER} n’est pas suivi : {reason}`,
      'Vérifiez qu’il est là et que l’utilisateur du service peut le lire, ou supprimez la collection',
    ],
    knowledge_soon: [`${FOLDER} sera bientôt lu`],
    knowledge_followed: [
      ({ files = 0 }) =>
        `${FOLDER} est suivi : ${counted(files, { one: '# fichier', other: '# fichiers' })}`,
    ],
    files_damaged: [
      ({ files = 0, lost = 0, strays = 0 }) =>
        `Sur ${counted(files, { one: '# fichier enregistré', other: '# fichiers enregistrés' })}, ${counted(lost, { one: '# a perdu son contenu', other: '# ont perdu leur contenu' })}, et ${counted(strays, { one: '# fichier du dossier n’appartient', other: '# fichiers du dossier n’appartiennent' })} à aucun`,
      'Leurs noms sont dans le journal du service ; remettez ce qui manque depuis une copie de DATA_DIR/files, et déplacez ce qui n’appartient à aucun',
    ],
  },
  alerts: {
    account_failed: ['{account}', '{account} {state}{until} : {evidence}'],
    account_signed_out: ['{account}', '{account} {state}{until} : {evidence}'],
    account_back: ['{account}', '{account} est de nouveau utilisé : {by}'],
    user_pending: [
      '{name} attend une approbation',
      '{name} s’est connecté par {issuer} pour la première fois, comme personne {id}. Rien ne fonctionne pour elle avant votre approbation.',
    ],
    passkey_suspect: [
      'Une clé d’accès de {account}',
      'La clé d’accès « {passkey} » de {account} a servi depuis {address} avec un compteur qui a reculé : elle a peut-être été copiée. Elle est refusée désormais ; {account} peut la retirer et en ajouter une nouvelle.',
    ],
    budget: [
      '{name} a utilisé {percent} % du budget du mois',
      '{name} a utilisé {used} crédits sur {credits} ce mois-ci. Rien n’est refusé.',
    ],
    refresh_token_reused: [
      '{heading}',
      'Un jeton d’actualisation de « {name} » ({device}, {account}) a été présenté deux fois, la seconde depuis {address}. Il a peut-être été copié, donc l’appareil a été déconnecté ; reconnectez-le pour continuer.',
    ],
    backup_failed: ['La sauvegarde de la nuit a échoué', AGAIN],
    backup_old: ['Il n’y a aucune bonne sauvegarde des deux derniers jours', AGAIN],
    backup_back: ['Les sauvegardes fonctionnent de nouveau', '{name} a été faite et vérifiée.'],
    files_damaged: [
      'Les fichiers enregistrés et leurs fiches ne concordent pas',
      '{damage}. Rien n’en est supprimé. Cela vient d’une restauration de la base sans ses fichiers, d’une panne de disque ou d’un changement à la main ; le journal du service les nomme.',
    ],
    worker_budget: [
      '{percent} % des tâches d’agents du jour sont utilisées',
      'Sur {attempts} tâches d’agents du {day}, {used} sont utilisées, il en reste {left}. Le jour suivant commence à {clock} ({timeZone}). Le réglage attempts_per_day de [workers] dit combien il y en a par jour.',
    ],
    worker_node_lost: [
      'La machine {name} est perdue',
      '{name} ne donne plus de nouvelles depuis quelques secondes. Ce qu’elle faisait recommence si possible sur d’autres machines ; elle reçoit de nouveau du travail dès son retour.',
    ],
    worker_node_back: ['La machine {name} est de retour', '{name} reçoit de nouveau du travail.'],
  },
  parts: {
    fetch_nothing_listens: 'rien n’y écoute',
    fetch_closed: 'la connexion a été fermée',
    fetch_no_name: 'ce nom n’existe pas',
    fetch_no_lookup: 'les noms ne peuvent pas être résolus pour le moment',
    fetch_too_late: 'pas de réponse à temps',
    fetch_no_way: 'aucun chemin ne mène à cette adresse',
    fetch_no_network: 'il n’y a pas de réseau',
    fetch_no_tls: 'TLS n’y est pas pris en charge',
    fetch_expired: 'le certificat a expiré',
    fetch_self_signed: 'le certificat est autosigné',
    fetch_not_trusted: 'le certificat n’est signé par aucune autorité de confiance',
    fetch_other_name: 'le certificat est établi pour un autre nom',
    fetch_proxy_refuses: 'le proxy refuse la connexion',
    fetch_no_http: 'la réponse n’est pas du HTTP',
    fetch_long_headers: 'les en-têtes sont trop longs',
    bucket_no_list: 'Hearth ne peut pas lister le bucket {bucket} à {origin} (« {said} »)',
    bucket_no_write: 'Hearth ne peut pas écrire dans le bucket {bucket} à {origin} (« {said} »)',
    bucket_no_read: 'Hearth ne peut pas lire dans le bucket {bucket} à {origin} (« {said} »)',
    bucket_no_delete:
      'Hearth ne peut pas supprimer dans le bucket {bucket} à {origin} (« {said} »)',
    bucket_start: 'Démarrez ce serveur, ou corrigez endpoint dans [files] s3',
    bucket_key:
      'Corrigez key et secret dans [files] s3, et autorisez cette clé à lister le bucket et à y lire, écrire et supprimer',
    bucket_room: 'Libérez-y de la place, ou augmentez son quota',
    bucket_busy: 'Vérifiez ce serveur : il répond, mais ne traite aucune requête',
    bucket_create:
      'Créez le bucket {bucket}, ou corrigez bucket dans [files] s3 : Hearth n’en crée pas',
    bucket_clock: 'Réglez l’horloge de cette machine ou de ce serveur',
    bucket_region:
      'Corrigez region et endpoint dans [files] s3 : le bucket est dans une autre région',
    bucket_endpoint: 'Corrigez endpoint dans [files] s3 : ce doit être l’adresse d’un serveur S3',
    sandbox_linux: 'Le bac à sable n’existe que sous Linux',
    sandbox_use_linux: 'Pour les agents, exécutez Hearth sous Linux ; tout le reste fonctionne ici',
    sandbox_no_users:
      'Dans ce conteneur, root n’a aucun identifiant d’utilisateur pour exécuter des commandes',
    sandbox_use_user: 'N’exécutez pas Hearth en tant que root',
    sandbox_leaks: 'Le bac à sable n’est pas étanche : « {said} »',
    sandbox_report:
      'Signalez-le aux développeurs de Hearth, avec les versions de Linux et de bubblewrap',
    sandbox_not_tried: 'Le bac à sable ne peut pas être testé : « {said} »',
    sandbox_disk: 'Vérifiez TMPDIR et le disque',
    sandbox_missing: '{command} n’est pas installé',
    sandbox_install: '{command}',
    sandbox_processor:
      'Les appels système ne peuvent pas être filtrés sur ce processeur ({processor})',
    sandbox_processors: 'Les agents ont besoin d’un processeur x86-64 ou arm64',
    sandbox_old: 'bubblewrap est trop ancien : il ne connaît pas {option}',
    sandbox_newer: 'Installez bubblewrap 0.6.1 ou plus récent, et indiquez-le dans programs.bwrap',
    sandbox_apparmor:
      'AppArmor interdit à bubblewrap les espaces de noms utilisateur, réglage par défaut depuis Ubuntu 24.04 (« {said} »)',
    sandbox_profile:
      'Autorisez bubblewrap : en tant que root, écrivez {profile} dans /etc/apparmor.d/bwrap, puis lancez : apparmor_parser -r /etc/apparmor.d/bwrap',
    sandbox_root_only: 'Le noyau réserve à root les espaces de noms utilisateur (« {said} »)',
    sandbox_no_namespaces: 'Le noyau n’autorise aucun espace de noms utilisateur (« {said} »)',
    sandbox_as_root: 'En tant que root : {command}',
    sandbox_container:
      'Ce conteneur ne peut pas créer les espaces de noms dont un bac à sable est fait (« {said} »)',
    sandbox_outside:
      'Exécutez Hearth hors d’un conteneur, par exemple avec : npm run setup. Les options qui le permettraient à un conteneur ({options}) affaiblissent le conteneur lui-même',
    sandbox_failed: 'bubblewrap ne peut pas créer de bac à sable ici : « {said} »',
    sandbox_try: 'Essayez-le en tant qu’utilisateur de Hearth : {command}',
    sandbox_silent: 'arrêt sans message',
    backup_none: 'Il n’y a aucune sauvegarde dans {folder}',
    backup_newest: 'La dernière sauvegarde a {age} ({path}, {fileBytes} ; {contents})',
    age_hour: 'moins d’une heure',
    age_hours: '{hours} h',
    age_days: ({ days = 0 }) => counted(days, { one: '# jour', other: '# jours' }),
    contents_database: 'la base de données, sans le contenu des fichiers',
    contents_whole: 'la base de données et le contenu de tous les fichiers',
    contents_lost: ({ lost = 0 }) =>
      `la base de données et le contenu de tous les fichiers ; ${counted(lost, { one: 'il en manque #, déjà perdu', other: 'il en manque #, déjà perdus' })}`,
    and_more: '{names} et {more} de plus',
    no_answer: 'pas de réponse à temps',
    no_document: 'sa réponse n’est pas un document de découverte',
    answers: 'il répond {status}',
    status_new: 'nouveau',
    status_disabled: 'désactivé par vous',
    status_ready: 'prêt',
    status_parked: 'en pause ({verdict}) : {evidence}',
    status_parked_until: 'en pause jusqu’à {untilAt} ({verdict}) : {evidence}',
    status_as_said: '{text}',
    disk_room: '{freeBytes} sont libres pour le dossier de données',
    disk_room_database:
      '{freeBytes} sont libres pour le dossier de données, dont la base fait {databaseBytes}',
    own_user: 'sous un utilisateur propre à chaque tâche',
    no_rights: 'sans aucun droit',
    memory_watched: 'leur mémoire étant vérifiée dix fois par seconde',
    memory_bounded: 'leur mémoire étant limitée par des groupes de contrôle ({groups})',
    with_python: 'avec Python',
    without_python: 'sans Python, qui n’est pas installé',
    unknown_version: 'de version inconnue',
    install_llama:
      'brew install llama.cpp, apt install llama.cpp (Debian 14), ou nommez-le dans [programs] llama_server',
    quota: 'a épuisé son quota',
    signed_out: 'est déconnecté',
    not_installed: 'ne peut pas être lancé',
    failing: 'ne répond pas correctement',
    parked_until: ', en pause jusqu’à {untilAt}',
    has_answered: 'il a répondu',
    probed: 'un contrôle a réussi',
    probed_by_owner: 'votre vérification a réussi',
    cleared: 'remis en service par {actor}',
    canvas_device: 'appareil canvas',
    app: 'application',
    canvas_heading: 'Appareil canvas {id}',
    app_heading: 'Application {id}',
    no_backup: 'Aucune n’a été faite',
    lost_bytes: ({ lost = 0 }) =>
      counted(lost, {
        one: '# fichier enregistré a perdu son contenu',
        other: '# fichiers enregistrés ont perdu leur contenu',
      }),
    stray_files: ({ strays = 0 }) =>
      counted(strays, {
        one: '# fichier du disque n’a pas de fiche',
        other: '# fichiers du disque n’ont pas de fiche',
      }),
    lost_and_stray: ({ lost = 0, strays = 0 }) =>
      `${counted(lost, {
        one: '# fichier enregistré a perdu son contenu',
        other: '# fichiers enregistrés ont perdu leur contenu',
      })}, et ${counted(strays, {
        one: '# fichier du disque n’a pas de fiche',
        other: '# fichiers du disque n’ont pas de fiche',
      })}`,
  },
}
