import { counted } from '../../../../ui/locale.ts'
import type { Messages } from './en.ts'

const BACKUP = 'Erstelle jetzt eines: npm run backup -- FILE'
const WITHOUT_FFMPEG =
  'Von Aufnahmen lassen sich nur WAV-Dateien mit PCM lesen, Sprache gibt es nur als wav oder pcm, und andere Anfragen erhalten 503 not_installed'
const WITHOUT_CHROMIUM =
  'Von Webseiten, die ihr Script aufbaut, fehlt, was das Script zeichnet, und Anfragen nach einer gezeichneten Seite erhalten 503 not_installed'
const WITHOUT_YT_DLP =
  'Von Videoseiten lässt sich nur YouTube lesen, ohne den Ton, und andere Anfragen erhalten 503 not_installed'
const CORRECT = 'Berichtige {setting} oder lass es weg'
const TOOL_MISSING =
  'Das Programm {command} ist nicht installiert oder steht nicht im PATH von Hearth: {engine} kann nicht antworten'
const FREE = 'Schaffe Platz auf dem Datenträger von {path}: {command}'
const LEFT =
  'Von {reservedBytes}, die für Widerrufe und das Ende von Aufträgen reserviert sind, sind {leftBytes} übrig'
const OUTLIVES = 'Ein Prozess, den ein Werkzeug abtrennt, kann es und den Dienst überleben'
const FOLDER = 'Der Ordner {path} der Sammlung „{name}“'
const CLOCK = 'Stelle sie: timedatectl set-ntp true'
const NODE_CLOCK = 'Stelle die Uhr von {name} über das Netz: sudo timedatectl set-ntp true'
const AGAIN =
  '{reason}. Es wird jede Stunde erneut versucht. Die Backups liegen in {folder}; npm run doctor zeigt den Stand.'

export const m: Messages = {
  findings: {
    as_said: ['{text}'],
    check_timeout: [
      'Diese Prüfung wurde nach {seconds} s ohne Antwort abgebrochen; der Zustand ist unbekannt',
    ],
    check_denied: ['Nicht geprüft, weil dieser Benutzer {path} nicht lesen darf'],
    check_failed: ['Diese Prüfung ist selbst fehlgeschlagen: {reason}'],
    settings_fine: ['Die Einstellungen sind fehlerfrei'],
    settings_changed: [
      'Die Einstellungen wurden nach dem Start geändert und gelten noch nicht',
      'Starte Hearth neu',
    ],
    settings_next_fails: [
      'Der nächste Start wird scheitern, weil die Einstellungen geändert wurden: {issue}',
    ],
    passkeys_left: [
      'Es gibt Passkeys eines anderen Hostnamens als {host} aus BASE_URL: Damit kann sich dort niemand anmelden',
      'Kehre zum früheren Hostnamen zurück, oder lass die Personen sich über einen Link anmelden und neue hinzufügen',
    ],
    database_writes: ['In die Datenbank kann geschrieben werden'],
    database_no_writes: [
      'In die Datenbank kann nicht geschrieben werden: Anfragen, die schreiben müssen, erhalten 507',
      'Schaffe Platz auf ihrem Datenträger, und sieh nach, ob sonst etwas ihre Dateien ändert',
    ],
    backups_failed: ['{last}. Der letzte Versuch ist fehlgeschlagen: {reason}', BACKUP],
    backups_stale: ['{last}, obwohl jede Nacht eines entsteht, solange Hearth läuft', BACKUP],
    backups_off: ['{last}. Nachts entsteht keines, so wollen es die Einstellungen'],
    backups_due: ['{last}: Das erste steht noch aus'],
    backups_fine: ['{last}'],
    backups_incomplete: ['{last}, obwohl Dateien darin sein sollten: {reason}'],
    gguf_none: [
      'In {folder} liegt keine GGUF-Datei, und {command} ist nicht installiert: Mit beidem antwortet Hearth selbst',
      'Lege eine GGUF-Datei in {folder}, und installiere llama.cpp: {install}',
    ],
    gguf_no_program: [
      '{command} ist nicht installiert, daher antwortet nichts mit {names} aus {folder}',
      '{install}',
    ],
    gguf_broken: [
      '{path} läuft nicht, daher antwortet nichts mit den GGUF-Dateien aus {folder}',
      'Probiere es aus: {path} --version',
    ],
    gguf_no_file: [
      '{path} ist da, aber in {folder} liegt keine GGUF-Datei',
      'Lege eine GGUF-Datei in {folder}',
    ],
    gguf_answers: ['{path} antwortet mit {names}'],
    gguf_not_loaded: [
      'Die Modelldatei {name} lässt sich nicht laden: {reason}',
      'Lade sie noch einmal herunter; sobald sie sich ändert, wird sie erneut versucht',
    ],
    engines_none: [
      'Kein Modell kann antworten: Jede Anfrage an Chat, Generate und Agent erhält 503',
      'Bring eines der Modelle oben in Ordnung',
    ],
    engines_unused: [
      'Hier installiert, aber nicht genutzt, weil eine Anmeldung nur mit deiner Zustimmung verwendet wird: {tools}',
      'Ergänze in hearth.toml [[engines]] mit ihren Konten, um sie zu nutzen',
    ],
    engines_demo: [
      'Es ist kein Modell eingerichtet, und auf diesem Rechner antwortet kein Modellserver; so antwortet nur die Demonstration',
      'Starte einen Modellserver (llama-server, ollama serve, …), lege eine GGUF-Datei in den Ordner models von DATA_DIR, oder ergänze [[engines]] in hearth.toml',
    ],
    engine_built_in: ['{label} ist eingebaut und antwortet immer'],
    engine_down: [
      '{label} unter {address} antwortet nicht, wie es sollte ({reason}): Anfragen gehen an andere Modelle und scheitern, wo es keines gibt',
      'Starte den Server; ob er antwortet, zeigt: curl {address}/models',
    ],
    engine_no_model: [
      '{label} antwortet unter {address}, hat aber kein Modell',
      'Lade eines hinein',
    ],
    engine_answers: ['{label} antwortet unter {address} mit {names}'],
    engine_no_such_model: [
      '{label} antwortet unter {address}, kennt aber {missing} nicht: Anfragen danach können scheitern',
      'Lade es, oder berichtige models von {engine}',
    ],
    tool_missing: [
      TOOL_MISSING,
      'Installiere es, oder setze command von [[engines]] {engine} auf seinen Pfad',
    ],
    tool_to_install: [TOOL_MISSING],
    account: ['Konto {account} von {engine} ({path}): {status}'],
    account_sign_in: [
      'Konto {account} von {engine} ({path}): {status}',
      'Melde dich an: {command}',
    ],
    speech_none: [
      'Es gibt nichts, das vorliest: Texte können nicht gesprochen werden',
      'Schalte die eingebaute Stimme wieder ein, installiere espeak-ng (apt install espeak-ng, brew install espeak-ng), oder nenne einen Sprachserver unter [[speech_engines]] in hearth.toml',
    ],
    speech: ['Liest mit {name} vor: {status}'],
    speech_parked: [
      'Liest mit {name} vor: {status}',
      'Sieh den Zustand auf der Seite Modelle der Verwaltung nach',
    ],
    transcription_none: [
      'Es gibt nichts, das transkribiert: Aufnahmen können nicht in Text verwandelt werden',
      'Starte einen Whisper-Server (von whisper.cpp, speaches oder LocalAI), installiere whisper-cli mit einem Modell, oder nenne eines unter [[transcription_engines]] in hearth.toml',
    ],
    transcription: ['Transkribiert mit {name}: {status}'],
    transcription_parked: [
      'Transkribiert mit {name}: {status}',
      'Sieh den Zustand auf der Seite Modelle der Verwaltung nach',
    ],
    bucket_unusable: ['{reason}: Dateien werden weder gespeichert noch gesendet', '{fix}'],
    bucket_used: [
      'Dateien liegen im Bucket {bucket} unter {origin}; Schreiben, Lesen und Auflisten klappen',
    ],
    bucket_leftovers: [
      'Im Datenordner {folder} liegen noch {names} aus der Zeit vor dem Bucket, die nicht mehr genutzt werden',
      'Kopiere sie bei gestopptem Hearth, und lösche sie dann dort: npm run files -- move',
    ],
    folder_is_file: [
      'Der Datenordner {path} ist eine Datei, daher kann Hearth nicht starten',
      'Setze DATA_DIR auf einen Ordner, oder verschiebe {path}',
    ],
    folder_private: ['Nur sein Besitzer kann den Datenordner {path} lesen'],
    folder_open: [
      'Andere Benutzer dieses Rechners können {paths} lesen, mit allen Unterhaltungen und Aufträgen darin',
    ],
    folder_blocked: [
      'Der Benutzer {user} kann {paths} nicht beschreiben: Läuft Hearth unter ihm, kann es nicht starten',
      'Führe dies als Benutzer von Hearth aus, oder: sudo chown -R {user} {folder}',
    ],
    folder_new: ['Es gibt noch keinen Datenordner {path}: Der erste Start legt ihn an'],
    folder_denied: [
      'Es gibt keinen Datenordner {path}, und dieser Benutzer darf ihn in {parent} nicht anlegen: Hearth kann nicht starten',
    ],
    secrets_open: [
      'Andere Benutzer dieses Rechners können {path} lesen; darin stehen Schlüssel oder Passwörter',
    ],
    provider_answers: ['Der Anmeldedienst {name} antwortet'],
    provider_down: [
      'Der Anmeldedienst {name} antwortet nicht, wie er sollte ({reason}): Niemand kann sich darüber anmelden',
      'Sieh nach, was er sagt: curl -i {url}',
    ],
    provider_other_name: [
      'Der Anmeldedienst nennt sich {reported}, in OIDC_ISSUER steht {issuer}: Niemand kann sich darüber anmelden',
      'Setze OIDC_ISSUER={quoted}, falls das dein Anmeldedienst ist',
    ],
    bun_right: ['Bun {version} läuft, wie package.json es verlangt'],
    bun_other: [
      'Bun {version} läuft, Hearth wurde aber mit {required} getestet',
      'Starte Hearth mit npm start; das installiert und nutzt die richtige Version',
    ],
    clock_wrong: [
      'Die Uhr zeigt {time}, was nicht sein kann: Anmeldung, Schlüssel mit Ablauf und https scheitern',
      CLOCK,
    ],
    clock_behind: [
      'Die Uhr zeigt {time}, der Datenordner wurde aber um {written} beschrieben: Die Uhr geht nach, so kann Abgelaufenes wieder gelten, und die Nutzung zählt für den falschen Tag',
      CLOCK,
    ],
    clock_right: ['Die Uhr zeigt {time}, später als alles Geschriebene'],
    disk_no_files: ['Der Datenträger von {path} nimmt keine weiteren Dateien auf', FREE],
    disk_full: [
      `Der Datenträger von {path} ist voll ({freeBytes} frei): Anfragen, die schreiben müssen, erhalten 507. ${LEFT}`,
      FREE,
    ],
    disk_was_full: [`Der Datenträger von {path} war voll. ${LEFT}`, FREE],
    disk_fine: ['{room}'],
    disk_tight: [
      '{room}: Backups und Updates kopieren sie, daher sollten {neededBytes} frei sein',
      FREE,
    ],
    disk_refuses_files: [
      '{room}: Keine Datei wird angenommen, bis mehr als die {neededBytes} von MIN_FREE_BYTES frei sind',
      'Gib auf dem Datenträger von {path} Platz frei oder stelle MIN_FREE_BYTES kleiner ein: {command}',
    ],
    connections_setting: [
      'MAX_CONNECTIONS_PER_ADDRESS hat keine Wirkung: Untätige Verbindungen werden nach einer Zeit geschlossen, wem auch immer sie gehören',
      'Entferne die Einstellung',
    ],
    connections_many: ['{limit} Dateien und Verbindungen dürfen gleichzeitig offen sein'],
    connections_few: [
      'Nur {limit} Dateien und Verbindungen dürfen gleichzeitig offen sein: Untätige Clients können alle belegen, und niemand sonst kommt herein',
      'Erlaube mehr offene Dateien: LimitNOFILE in der Unit des Dienstes, oder ulimit -n {wanted}',
    ],
    address_leads: ['{url} ({name}) führt zu Hearth'],
    address_host: [
      '{url} ({name}) führt zu Hearth, aber mit einem anderen Host als dem des Browsers: Alle erhalten dort 421',
      'Lass den Proxy Host beibehalten: nginx braucht proxy_set_header Host $host; Caddy macht es von selbst',
    ],
    address_no_service: [
      'Der Proxy unter {url} ({name}) antwortet {status}: Hearth läuft nicht, oder der Proxy leitet an einen anderen Port',
      'Starte Hearth, und leite dann an EDGE_PORT',
    ],
    address_other: [
      '{url} ({name}) führt zu einem anderen Programm, das {status} antwortet: Die Anmeldung und Links aus Mails und Seiten scheitern',
      'Leite diesen Namen an EDGE_PORT, oder berichtige {name}',
    ],
    address_unreachable: [
      'Dieser Rechner erreicht {url} ({name}) nicht: {reason}. Andere vielleicht schon, wenn der Router nicht zurückführt',
      'Probiere es aus einem anderen Netz: curl -i {url}/health',
    ],
    proxy_answers: [
      'Adressen, die Personen angeben, holt der Proxy {host} (EGRESS_PROXY), und er nimmt Verbindungen an',
    ],
    proxy_down: [
      'Der Proxy {host} (EGRESS_PROXY) nimmt keine Verbindungen an ({reason}): Von Adressen, die Personen angeben, kann nichts geholt werden',
      'Starte ihn, oder berichtige EGRESS_PROXY; ohne EGRESS_PROXY verbindet sich Hearth direkt',
    ],
    workers_off: ['Agenten sind aus: {reason}', '{fix}'],
    workers_isolated: ['Befehle von Agenten laufen in einer Sandbox, {user}, {memory}, {python}'],
    profile_faulty: ['Das Agentenprofil {name} ist nicht nutzbar: {reason}', 'Berichtige {path}'],
    profiles_fine: ['Deine Agentenprofile sind nutzbar: {profiles}'],
    tools_in_namespaces: [
      'Jedes Werkzeug läuft in einem PID-Namensraum: Nichts, was es startet, überlebt es oder den Dienst',
    ],
    tools_in_groups: [
      'Jedes Werkzeug läuft in einer Control Group: Was es startet, endet mit ihm, und was nach einem Abbruch des Dienstes übrig bleibt, bei dessen nächstem Start',
    ],
    tools_switched_off: [`${OUTLIVES}: programs.contain ist aus`, 'Entferne die Einstellung'],
    tools_other_system: [`${OUTLIVES}, auf diesem System`],
    tools_no_namespace: [
      `${OUTLIVES}: bubblewrap kann hier keinen PID-Namensraum anlegen`,
      'apt install bubblewrap (Debian, Ubuntu), und erlaube ihm PID-Namensräume; oder lass den Dienst Control Groups anlegen (Delegate=yes in seiner Unit)',
    ],
    ffmpeg_missing: [
      `{command} ist nicht installiert. ${WITHOUT_FFMPEG}`,
      'apt install ffmpeg (Debian, Ubuntu) oder brew install ffmpeg (macOS)',
    ],
    ffmpeg_not_there: [`{command} ist nicht installiert. ${WITHOUT_FFMPEG}`, CORRECT],
    ffmpeg_broken: [`{path} läuft nicht. ${WITHOUT_FFMPEG}`, 'Probiere es aus: {path} -version'],
    ffmpeg_works: ['ffmpeg {version} liest und schreibt Ton aller Art'],
    prlimit_works: ['Dokumente und Aufnahmen werden mit begrenztem Speicher gelesen'],
    prlimit_missing: [
      'prlimit ist nicht installiert: Ein böswilliges Dokument oder eine solche Aufnahme kann den Speicher füllen, bis die Zeit um ist',
    ],
    bubblewrap_missing: [
      'bwrap ist nicht installiert: Aufnahmen werden ohne Sandbox dekodiert, die nur eine zweite Mauer ist',
    ],
    bubblewrap_works: ['Aufnahmen werden in einer Sandbox ohne Netz dekodiert'],
    bubblewrap_denied: [
      'bwrap darf hier keine Sandbox anlegen: Aufnahmen werden ohne Sandbox dekodiert, die nur eine zweite Mauer ist',
      'Erlaube User Namespaces, außer in einem Container',
    ],
    chromium_missing: [
      `{command} ist nicht installiert. ${WITHOUT_CHROMIUM}`,
      'apt install chromium (Debian), oder setze programs.chromium auf den Pfad von Chrome',
    ],
    chromium_not_there: [`{command} ist nicht installiert. ${WITHOUT_CHROMIUM}`, CORRECT],
    chromium_broken: [
      `{path} läuft nicht. ${WITHOUT_CHROMIUM}`,
      'Probiere es aus: {path} --version',
    ],
    chromium_works: ['{name} zeichnet Webseiten, die ihr Script aufbaut'],
    chromium_as_root: [
      '{name} zeichnet Webseiten, die ihr Script aufbaut, ohne die eigene Sandbox, weil dieser Benutzer root ist',
      'Betreibe Hearth als anderer Benutzer',
    ],
    yt_dlp_missing: [
      `{command} ist nicht installiert. ${WITHOUT_YT_DLP}`,
      'pipx install "yt-dlp[default]" oder brew install yt-dlp (das von apt ist auf den meisten Systemen zu alt)',
    ],
    yt_dlp_not_there: [`{command} ist nicht installiert. ${WITHOUT_YT_DLP}`, CORRECT],
    yt_dlp_broken: [`{path} läuft nicht. ${WITHOUT_YT_DLP}`, 'Probiere es aus: {path} --version'],
    yt_dlp_old: [
      'yt-dlp {version} ({path}) ist zu alt für die Videoseiten von heute, die sich alle paar Wochen ändern: Viele Anfragen scheitern',
      'pipx upgrade yt-dlp (oder pipx install "yt-dlp[default]" statt dem von apt), jetzt und von Zeit zu Zeit',
    ],
    yt_dlp_in_sandbox: [
      'yt-dlp {version} liest Videoseiten, in einer Sandbox mit nur einem Weg hinaus, zu öffentlichen Adressen',
    ],
    yt_dlp_works: ['yt-dlp {version} liest Videoseiten'],
    yt_dlp_in_the_open: [
      'yt-dlp {version} liest Videoseiten ohne Sandbox, weil bwrap fehlt oder hier keine anlegen darf: Nur der Proxy, den es nutzen soll, hält es von privaten Adressen fern',
      'apt install bubblewrap, und erlaube User Namespaces, außer in einem Container',
    ],
    tool_server_failed: [
      'Der Werkzeug-Server {server} ({host}) ist nicht nutzbar: {reason}',
      'Sieh seinen Block in [[mcp_servers]] nach und ob er läuft; prüfe ihn dann unter Modelle noch einmal',
    ],
    tool_server_offers: [
      ({ tools = 0 }) =>
        `Der Werkzeug-Server {server} bietet ${counted(tools, { one: '# Werkzeug', other: '# Werkzeuge' })} an`,
    ],
    tool_server_withheld: [
      'Vom Werkzeug-Server {server} kann nicht angeboten werden: {names}',
      'Berichtige tools in seinem Block von [[mcp_servers]]: Die Seite Modelle zeigt, was er hat',
    ],
    nodes_online: ['Verbundene Rechner: {names}'],
    nodes_none: [
      'Kein anderer Rechner ist verbunden: Dieser macht alle Arbeit',
      'Starte npm run worker auf einem anderen Rechner, mit derselben url in [queue]; oder nimm [queue] aus den Einstellungen',
    ],
    node_lost: [
      'Der Rechner {name} ist nicht mehr erreichbar und bekommt keine Arbeit',
      'Sieh nach, ob {name} eingeschaltet ist, den Redis-Server erreicht und npm run worker noch läuft; oder vergiss ihn auf der Seite Rechner der Verwaltung',
    ],
    node_version: [
      'Der Rechner {name} bekommt keine Arbeit: Er hat Version {version} von Hearth, dieser Dienst hat {own}',
      'Aktualisiere den älteren, und starte ihn neu',
    ],
    node_ahead: [
      'Die Uhr des Rechners {name} geht {seconds} s vor: Zeiten in seinem Log und von seinen Kontingenten sind falsch',
      NODE_CLOCK,
    ],
    node_behind: [
      'Die Uhr des Rechners {name} geht {seconds} s nach: Zeiten in seinem Log und von seinen Kontingenten sind falsch',
      NODE_CLOCK,
    ],
    knowledge_not_followed: [
      `${FOLDER} wird nicht verfolgt: {reason}`,
      'Sieh nach, ob er da ist und der Benutzer des Dienstes ihn lesen darf, oder lösche die Sammlung',
    ],
    knowledge_soon: [`${FOLDER} wird bald angesehen`],
    knowledge_followed: [
      ({ files = 0 }) =>
        `${FOLDER} wird verfolgt: ${counted(files, { one: '# Datei', other: '# Dateien' })}`,
    ],
    files_damaged: [
      ({ files = 0, lost = 0, strays = 0 }) =>
        `Von ${counted(files, { one: '# gespeicherten Datei', other: '# gespeicherten Dateien' })} ${counted(lost, { one: 'hat # ihren', other: 'haben # ihren' })} Inhalt verloren, und ${counted(strays, { one: '# Datei im Ordner gehört', other: '# Dateien im Ordner gehören' })} zu keiner`,
      'Ihre Namen stehen im Log; hole zurück, was fehlt, aus einer Kopie von DATA_DIR/files, und verschiebe, was zu keiner gehört',
    ],
  },
  alerts: {
    account_failed: ['{account}', '{account} {state}{until}: {evidence}'],
    account_signed_out: ['{account}', '{account} {state}{until}: {evidence}'],
    account_back: ['{account}', '{account} ist wieder in Gebrauch: {by}'],
    user_pending: [
      '{name} wartet auf Freigabe',
      '{name} hat sich zum ersten Mal über {issuer} angemeldet, als Person {id}. Bis zur Freigabe funktioniert dort nichts.',
    ],
    passkey_suspect: [
      'Ein Passkey von {account}',
      'Der Passkey „{passkey}“ von {account} wurde von {address} mit einem Zähler benutzt, der zurückgegangen ist; vielleicht wurde er kopiert. Er wird ab jetzt abgewiesen; {account} kann ihn entfernen und einen neuen hinzufügen.',
    ],
    budget: [
      '{name} hat {percent} % des Monatsbudgets verbraucht',
      '{name} hat diesen Monat {used} von {credits} Credits verbraucht. Nichts wird abgewiesen.',
    ],
    refresh_token_reused: [
      '{heading}',
      'Ein Refresh-Token von „{name}“ ({device}, {account}) wurde zweimal vorgelegt, das zweite Mal von {address}. Vielleicht wurde es kopiert, daher wurde das Gerät abgemeldet; verbinde es neu, um weiterzumachen.',
    ],
    backup_failed: ['Das nächtliche Backup ist fehlgeschlagen', AGAIN],
    backup_old: ['Aus den letzten zwei Tagen gibt es kein gutes Backup', AGAIN],
    backup_back: ['Backups funktionieren wieder', '{name} wurde erstellt und geprüft.'],
    files_damaged: [
      'Gespeicherte Dateien und ihre Einträge passen nicht zusammen',
      '{damage}. Nichts davon wird gelöscht. Ursache ist eine Wiederherstellung der Datenbank ohne ihre Dateien, ein Fehler des Datenträgers oder eine Änderung von Hand; das Log nennt sie.',
    ],
    worker_budget: [
      '{percent} % der heutigen Aufträge für Agenten sind verbraucht',
      'Von {attempts} Aufträgen für Agenten am {day} sind {used} verbraucht (übrig: {left}). Der nächste Tag beginnt um {clock} ({timeZone}). Wie viele es am Tag sind, sagt die Einstellung attempts_per_day in [workers].',
    ],
    worker_node_lost: [
      'Der Rechner {name} ist nicht mehr erreichbar',
      'Von {name} kam seit einigen Sekunden nichts. Was dort lief, beginnt wo möglich auf anderen Rechnern neu; sobald er zurück ist, bekommt er wieder Arbeit.',
    ],
    worker_node_back: ['Der Rechner {name} ist zurück', '{name} bekommt wieder Arbeit.'],
  },
  parts: {
    fetch_nothing_listens: 'dort lauscht nichts',
    fetch_closed: 'die Verbindung wurde getrennt',
    fetch_no_name: 'diesen Namen gibt es nicht',
    fetch_no_lookup: 'Namen lassen sich gerade nicht auflösen',
    fetch_too_late: 'keine rechtzeitige Antwort',
    fetch_no_way: 'zu dieser Adresse führt kein Weg',
    fetch_no_network: 'es gibt kein Netz',
    fetch_no_tls: 'dort wird kein TLS gesprochen',
    fetch_expired: 'das Zertifikat ist abgelaufen',
    fetch_self_signed: 'das Zertifikat ist selbst signiert',
    fetch_not_trusted: 'das Zertifikat stammt von keiner Stelle, der dieser Rechner vertraut',
    fetch_other_name: 'das Zertifikat gilt für einen anderen Namen',
    fetch_proxy_refuses: 'der Proxy lehnt die Verbindung ab',
    fetch_no_http: 'die Antwort ist kein HTTP',
    fetch_long_headers: 'die Header sind zu lang',
    bucket_no_list: 'Hearth kann den Bucket {bucket} unter {origin} nicht auflisten („{said}“)',
    bucket_no_write: 'Hearth kann in den Bucket {bucket} unter {origin} nicht schreiben („{said}“)',
    bucket_no_read: 'Hearth kann aus dem Bucket {bucket} unter {origin} nicht lesen („{said}“)',
    bucket_no_delete: 'Hearth kann im Bucket {bucket} unter {origin} nicht löschen („{said}“)',
    bucket_start: 'Starte diesen Server, oder berichtige endpoint in [files] s3',
    bucket_key:
      'Berichtige key und secret in [files] s3, und erlaube diesem Schlüssel, den Bucket aufzulisten und darin zu lesen, zu schreiben und zu löschen',
    bucket_room: 'Schaffe dort Platz, oder erhöhe das Kontingent',
    bucket_busy: 'Sieh nach diesem Server: Er antwortet, nimmt aber keine Anfragen an',
    bucket_create:
      'Lege den Bucket {bucket} an, oder berichtige bucket in [files] s3: Hearth legt keinen an',
    bucket_clock: 'Stelle die Uhr dieses Rechners oder des Servers',
    bucket_region:
      'Berichtige region und endpoint in [files] s3: Der Bucket liegt in einer anderen Region',
    bucket_endpoint: 'Berichtige endpoint in [files] s3: Dort muss ein S3-Server antworten',
    sandbox_linux: 'Eine Sandbox gibt es nur unter Linux',
    sandbox_use_linux: 'Betreibe Hearth für Agenten unter Linux; alles andere läuft hier',
    sandbox_no_users:
      'Root hat in diesem Container keine Benutzer-IDs, unter denen Befehle laufen könnten',
    sandbox_use_user: 'Betreibe Hearth nicht als root',
    sandbox_leaks: 'Die Sandbox ist nicht dicht: „{said}“',
    sandbox_report:
      'Melde das den Entwicklern von Hearth, mit den Versionen von Linux und bubblewrap',
    sandbox_not_tried: 'Die Sandbox lässt sich nicht testen: „{said}“',
    sandbox_disk: 'Prüfe TMPDIR und den Datenträger',
    sandbox_missing: '{command} ist nicht installiert',
    sandbox_install: '{command}',
    sandbox_processor: 'Auf diesem Prozessor ({processor}) lassen sich Systemaufrufe nicht filtern',
    sandbox_processors: 'Agenten brauchen einen Prozessor mit x86-64 oder arm64',
    sandbox_old: 'bubblewrap ist zu alt: {option} ist ihm unbekannt',
    sandbox_newer: 'Installiere bubblewrap 0.6.1 oder neuer, und gib es als programs.bwrap an',
    sandbox_apparmor:
      'AppArmor verbietet bubblewrap Benutzer-Namensräume, so die Voreinstellung ab Ubuntu 24.04 („{said}“)',
    sandbox_profile:
      'Erlaube es für bubblewrap: Schreibe als root {profile} nach /etc/apparmor.d/bwrap, und starte: apparmor_parser -r /etc/apparmor.d/bwrap',
    sandbox_root_only: 'Der Kernel erlaubt Benutzer-Namensräume nur root („{said}“)',
    sandbox_no_namespaces: 'Der Kernel erlaubt keine Benutzer-Namensräume („{said}“)',
    sandbox_as_root: 'Als root: {command}',
    sandbox_container:
      'Dieser Container darf keine Namensräume anlegen, auf denen eine Sandbox beruht („{said}“)',
    sandbox_outside:
      'Betreibe Hearth außerhalb eines Containers, etwa mit: npm run setup. Optionen, die es einem Container erlauben ({options}), schwächen den Container selbst',
    sandbox_failed: 'bubblewrap kann hier keine Sandbox anlegen: „{said}“',
    sandbox_try: 'Teste es als der Benutzer von Hearth: {command}',
    sandbox_silent: 'ohne Meldung beendet',
    backup_none: 'In {folder} gibt es kein Backup',
    backup_newest: 'Das neueste Backup ist {age} alt ({path}, {fileBytes}; {contents})',
    age_hour: 'weniger als eine Stunde',
    age_hours: '{hours} Std.',
    age_days: ({ days = 0 }) => counted(days, { one: '# Tag', other: '# Tage' }),
    contents_database: 'die Datenbank, ohne den Inhalt von Dateien',
    contents_whole: 'die Datenbank und der Inhalt aller Dateien',
    contents_lost: ({ lost = 0 }) =>
      `die Datenbank und der Inhalt aller Dateien; ${counted(lost, { one: '# schon vorher verlorene fehlt', other: '# schon vorher verlorene fehlen' })}`,
    and_more: '{names} und {more} weitere',
    no_answer: 'keine rechtzeitige Antwort',
    no_document: 'seine Antwort ist kein Discovery-Dokument',
    answers: 'er antwortet {status}',
    status_new: 'neu',
    status_disabled: 'von dir ausgeschaltet',
    status_ready: 'bereit',
    status_parked: 'pausiert ({verdict}): {evidence}',
    status_parked_until: 'pausiert bis {untilAt} ({verdict}): {evidence}',
    status_as_said: '{text}',
    disk_room: 'Für den Datenordner sind {freeBytes} frei',
    disk_room_database:
      'Für den Datenordner sind {freeBytes} frei, seine Datenbank hat {databaseBytes}',
    own_user: 'jeder Auftrag als eigener Benutzer',
    no_rights: 'ohne jedes Recht',
    memory_watched: 'ihr Speicher wird zehnmal in der Sekunde geprüft',
    memory_bounded: 'ihr Speicher ist durch Control Groups begrenzt ({groups})',
    with_python: 'mit Python',
    without_python: 'ohne Python, das nicht installiert ist',
    unknown_version: 'unbekannter Version',
    install_llama:
      'brew install llama.cpp, apt install llama.cpp (Debian 14), oder nenne es in [programs] llama_server',
    quota: 'hat das Kontingent aufgebraucht',
    signed_out: 'ist abgemeldet',
    not_installed: 'lässt sich nicht starten',
    failing: 'antwortet nicht richtig',
    parked_until: ', pausiert bis {untilAt}',
    has_answered: 'es hat geantwortet',
    probed: 'eine Prüfung war erfolgreich',
    probed_by_owner: 'deine Prüfung war erfolgreich',
    cleared: 'freigegeben von {actor}',
    canvas_device: 'Canvas-Gerät',
    app: 'App',
    canvas_heading: 'Canvas-Gerät {id}',
    app_heading: 'App {id}',
    no_backup: 'Es wurde keines erstellt',
    lost_bytes: ({ lost = 0 }) =>
      counted(lost, {
        one: '# gespeicherte Datei hat ihren Inhalt verloren',
        other: '# gespeicherte Dateien haben ihren Inhalt verloren',
      }),
    stray_files: ({ strays = 0 }) =>
      counted(strays, {
        one: '# Datei auf dem Datenträger gehört zu keinem Eintrag',
        other: '# Dateien auf dem Datenträger gehören zu keinem Eintrag',
      }),
    lost_and_stray: ({ lost = 0, strays = 0 }) =>
      `${counted(lost, {
        one: '# gespeicherte Datei hat ihren Inhalt verloren',
        other: '# gespeicherte Dateien haben ihren Inhalt verloren',
      })}, und ${counted(strays, {
        one: '# Datei auf dem Datenträger gehört zu keinem Eintrag',
        other: '# Dateien auf dem Datenträger gehören zu keinem Eintrag',
      })}`,
  },
}
