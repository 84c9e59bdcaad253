import { FETCH_REASON_TEXTS } from '../../platform/fetch-reason.ts'
import { SANDBOX_TEXTS } from '../../sandbox/sandbox-texts.ts'
import { BUCKET_TEXTS } from '../../storage/contract-bucket.ts'

/**
 * What the doctor says, by code, as `public/admin/shared/service-texts` says it in other
 * languages. A `command` is a fix that is nothing but a command, the same in all languages.
 */
export const FINDING_TEXTS = {
  as_said: { says: '{text}' },
  check_timeout: {
    says: 'This check was given up after {seconds} s without an answer, so its state is unknown',
  },
  check_denied: { says: 'Not checked, because this user may not read {path}' },
  check_failed: { says: 'This check itself failed: {reason}' },

  settings_fine: { says: 'The settings have no faults' },
  settings_changed: {
    says: 'The settings were changed after the start, and the changes do not act yet',
    fix: 'Start Hearth again',
  },
  settings_next_fails: {
    says: 'The next start will fail, as the settings were changed: {issue}',
  },
  passkeys_left: {
    says: 'There are passkeys of another host name than that of BASE_URL, {host}: nobody can sign in with them there',
    fix: 'Go back to the host name from before, or let their users sign in by a link and add new ones',
  },
  database_writes: { says: 'The database takes writes' },
  database_no_writes: {
    says: 'The database takes no writes: requests that must write get 507',
    fix: 'Free some of its disk, and see that nothing else changes its files',
  },
  backups_failed: {
    says: '{last}, and the last try has failed: {reason}',
    fix: 'Make one now: npm run backup -- FILE',
  },
  backups_stale: {
    says: '{last}, although one is made every night while Hearth runs',
    fix: 'Make one now: npm run backup -- FILE',
  },
  backups_off: { says: '{last}, and none is made every night, as the settings say' },
  backups_due: { says: '{last} yet: the first is due' },
  backups_fine: { says: '{last}' },
  backups_incomplete: { says: '{last}, although files should be in it: {reason}' },

  gguf_none: {
    says: 'No GGUF file is in {folder}, and {command} is not installed: with both, Hearth answers by itself',
    fix: 'Put a GGUF file into {folder}, and install llama.cpp: {install}',
  },
  gguf_no_program: {
    says: '{command} is not installed, so nothing answers with {names} of {folder}',
    fix: '{install}',
  },
  gguf_broken: {
    says: '{path} does not run, so nothing answers with the GGUF files of {folder}',
    fix: 'Try it: {path} --version',
  },
  gguf_no_file: {
    says: '{path} is there, but no GGUF file in {folder}',
    fix: 'Put a GGUF file into {folder}',
  },
  gguf_answers: { says: '{path} answers with {names}' },
  gguf_not_loaded: {
    says: 'The model file {name} cannot be loaded: {reason}',
    fix: 'Download it again; it is tried again as soon as it changes',
  },
  engines_none: {
    says: 'No engine can answer: every chat, generate and agent request gets 503',
    fix: 'Put right one of the engines above',
  },
  engines_unused: {
    says: 'Installed here and not used, because a login is only used with your consent: {tools}',
    fix: 'Add [[engines]] with their accounts to hearth.toml to use them',
  },
  engines_demo: {
    says: 'No engine is configured and no model server answers on this machine, so only the demonstration answers',
    fix: 'Start a model server (llama-server, ollama serve, …), put a GGUF file into the folder models of DATA_DIR, or add [[engines]] to hearth.toml',
  },
  engine_built_in: { says: '{label} is built in and always answers' },
  engine_down: {
    says: '{label} at {address} does not answer as it should ({reason}): requests go to the other engines, and fail where there is none',
    fix: 'Start its server; this shows whether it answers: curl {address}/models',
  },
  engine_no_model: {
    says: '{label} answers at {address}, but has no model',
    fix: 'Load one into it',
  },
  engine_answers: { says: '{label} answers at {address} with {names}' },
  engine_no_such_model: {
    says: '{label} answers at {address}, but does not list {missing}: requests for it may fail',
    fix: 'Load it, or correct models of {engine}',
  },
  tool_missing: {
    says: 'The tool {command} is not installed, or not on the PATH of Hearth: the engine {engine} cannot answer',
    fix: 'Install it, or set command of [[engines]] {engine} to its path',
  },
  tool_to_install: {
    says: 'The tool {command} is not installed, or not on the PATH of Hearth: the engine {engine} cannot answer',
    command: '{install}',
  },
  account: { says: 'Account {account} of {engine} ({path}): {status}' },
  account_sign_in: {
    says: 'Account {account} of {engine} ({path}): {status}',
    fix: 'Sign in: {command}',
  },
  speech_none: {
    says: 'No speech engine is there: texts cannot be spoken',
    fix: 'Switch the embedded voice on again, install espeak-ng (apt install espeak-ng, brew install espeak-ng), or name a speech server in [[speech_engines]] of hearth.toml',
  },
  speech: { says: 'Speaks with {name}: {status}' },
  speech_parked: {
    says: 'Speaks with {name}: {status}',
    fix: 'See its state on the page Engines of /admin',
  },
  transcription_none: {
    says: 'No transcription engine is there: recordings cannot be transcribed',
    fix: 'Start a whisper server (of whisper.cpp, speaches or LocalAI), install whisper-cli with a model, or name one in [[transcription_engines]] of hearth.toml',
  },
  transcription: { says: 'Transcribes with {name}: {status}' },
  transcription_parked: {
    says: 'Transcribes with {name}: {status}',
    fix: 'See its state on the page Engines of /admin',
  },

  bucket_unusable: { says: '{reason}: files are neither stored nor sent', fix: '{fix}' },
  bucket_used: {
    says: 'Files are kept in the bucket {bucket} at {origin}, which can be written, read and listed',
  },
  bucket_leftovers: {
    says: 'The data folder {folder} has {names} of before the bucket, which are not used',
    fix: 'With Hearth stopped, copy them, and then delete them there: npm run files -- move',
  },
  folder_is_file: {
    says: 'The data folder {path} is a file, so Hearth cannot start',
    fix: 'Set DATA_DIR to a folder, or move {path} away',
  },
  folder_private: { says: 'Only its owner can read the data folder {path}' },
  folder_open: {
    says: 'Other users of this machine can read {paths}, with all conversations of jobs in it',
    command: 'chmod -R go= {folder}',
  },
  folder_blocked: {
    says: 'The user of this command ({user}) cannot write {paths}: if Hearth runs as this user, it cannot start',
    fix: 'Run this as the user of Hearth, or: sudo chown -R {user} {folder}',
  },
  folder_new: { says: 'There is no data folder {path} yet: the first start makes it' },
  folder_denied: {
    says: 'There is no data folder {path}, and this user may not make it in {parent}: Hearth cannot start',
    command: 'sudo install -d -m 700 -o {user} {folder}',
  },
  secrets_open: {
    says: 'Other users of this machine can read {path}, which has keys or passwords',
    command: 'chmod 600 {file}',
  },
  provider_answers: { says: 'The identity provider {name} answers' },
  provider_down: {
    says: 'The identity provider {name} does not answer as it should ({reason}): nobody can sign in through it',
    fix: 'See what it says: curl -i {url}',
  },
  provider_other_name: {
    says: 'The identity provider calls itself {reported}, and OIDC_ISSUER says {issuer}: nobody can sign in through it',
    fix: 'Set OIDC_ISSUER={quoted}, if that is your provider',
  },

  bun_right: { says: 'Bun {version} runs, as package.json asks' },
  bun_other: {
    says: 'Bun {version} runs, but Hearth was tested with {required}',
    fix: 'Start Hearth with npm start, which installs and uses the right one',
  },
  clock_wrong: {
    says: 'The clock says {time}, which cannot be: sign-in, keys with an end and https fail',
    fix: 'Set it: timedatectl set-ntp true',
  },
  clock_behind: {
    says: 'The clock says {time}, but the data folder was written at {written}: the clock is behind, so what has expired may work again and usage counts for the wrong day',
    fix: 'Set it: timedatectl set-ntp true',
  },
  clock_right: { says: 'The clock says {time}, after all that was written' },
  disk_no_files: {
    says: 'The disk of {path} can take no more files',
    fix: 'Free some of the disk of {path}: {command}',
  },
  disk_full: {
    says: 'The disk of {path} is full ({freeBytes} free): requests that must write get 507, and {leftBytes} of the {reservedBytes} that are reserved for revoking and for the ends of jobs are left',
    fix: 'Free some of the disk of {path}: {command}',
  },
  disk_was_full: {
    says: 'The disk of {path} was full: {leftBytes} of the {reservedBytes} that are reserved for revoking and for the ends of jobs are left',
    fix: 'Free some of the disk of {path}: {command}',
  },
  disk_fine: { says: '{room}' },
  disk_tight: {
    says: '{room}: a backup or an update copies it, so {neededBytes} should be free',
    fix: 'Free some of the disk of {path}: {command}',
  },
  disk_refuses_files: {
    says: '{room}: no file is taken until more than the {neededBytes} of MIN_FREE_BYTES are free',
    fix: 'Free some of the disk of {path}, or set a smaller MIN_FREE_BYTES: {command}',
  },
  connections_setting: {
    says: 'MAX_CONNECTIONS_PER_ADDRESS has no effect: idle connections are closed by time, whoever has them',
    fix: 'Remove it',
  },
  connections_many: { says: '{limit} files and connections may be open at a time' },
  connections_few: {
    says: '{limit} files and connections may be open at a time, which is few: idle clients can hold them all, and nobody else gets in',
    fix: 'Allow more open files: LimitNOFILE in the unit of the service, or ulimit -n {wanted}',
  },

  address_leads: { says: '{url} ({name}) leads to Hearth' },
  address_host: {
    says: '{url} ({name}) leads to Hearth, but with another Host than the browser’s: everybody gets 421 there',
    fix: 'Let the proxy keep Host: nginx wants proxy_set_header Host $host; Caddy does it by itself',
  },
  address_no_service: {
    says: 'The proxy at {url} ({name}) answers {status}: Hearth is not running, or the proxy forwards to another port',
    fix: 'Start Hearth, then forward to EDGE_PORT',
  },
  address_other: {
    says: '{url} ({name}) leads to another program, which answers {status}: sign-in and links from mails and pages fail',
    fix: 'Let that name forward to EDGE_PORT, or correct {name}',
  },
  address_unreachable: {
    says: 'This machine cannot reach {url} ({name}): {reason}. Others may still, where the router does not lead back',
    fix: 'Try it from another network: curl -i {url}/health',
  },
  proxy_answers: {
    says: 'Addresses that users give are fetched by the proxy {host} (EGRESS_PROXY), which takes connections',
  },
  proxy_down: {
    says: 'The proxy {host} (EGRESS_PROXY) takes no connections ({reason}): nothing can be fetched from addresses that users give',
    fix: 'Start it, or correct EGRESS_PROXY; without EGRESS_PROXY Hearth connects directly',
  },

  workers_off: { says: 'Worker jobs are off: {reason}', fix: '{fix}' },
  workers_isolated: {
    says: 'Commands of worker jobs run in a sandbox, {user}, {memory}, {python}',
  },
  profile_faulty: {
    says: 'The worker profile {name} cannot be used: {reason}',
    fix: 'Correct {path}',
  },
  profiles_fine: { says: 'Your profiles of workers can be used: {profiles}' },
  tools_in_namespaces: {
    says: 'Tools run in a PID namespace each: nothing that they start outlives them or the service',
  },
  tools_in_groups: {
    says: 'Tools run in a control group each: what they start ends with them, and what a killed service leaves at its next start',
  },
  tools_switched_off: {
    says: 'A process that a tool detaches from itself can outlive it, and the service: programs.contain is off',
    fix: 'Remove it',
  },
  tools_other_system: {
    says: 'A process that a tool detaches from itself can outlive it, and the service on this system',
  },
  tools_no_namespace: {
    says: 'A process that a tool detaches from itself can outlive it, and the service: bubblewrap can make no PID namespace here',
    fix: 'apt install bubblewrap (Debian, Ubuntu), and allow it to make PID namespaces; or let the service make control groups (Delegate=yes in its unit)',
  },
  ffmpeg_missing: {
    says: '{command} is not installed: of recordings only WAV files of PCM can be read, speech is only given as wav or pcm, and other requests get 503 not_installed',
    fix: 'apt install ffmpeg (Debian, Ubuntu) or brew install ffmpeg (macOS)',
  },
  ffmpeg_not_there: {
    says: '{command} is not installed: of recordings only WAV files of PCM can be read, speech is only given as wav or pcm, and other requests get 503 not_installed',
    fix: 'Correct {setting}, or leave it out',
  },
  ffmpeg_broken: {
    says: '{path} does not run: of recordings only WAV files of PCM can be read, speech is only given as wav or pcm, and other requests get 503 not_installed',
    fix: 'Try it: {path} -version',
  },
  ffmpeg_works: { says: 'ffmpeg {version} reads and writes sound of all kinds' },
  prlimit_works: { says: 'Documents and recordings are read with bounds on memory' },
  prlimit_missing: {
    says: 'prlimit is not installed: a document or recording made to do harm can use up the memory, until its time is over',
    command: 'apt install util-linux',
  },
  bubblewrap_missing: {
    says: 'bwrap is not installed: recordings are decoded without a sandbox, which is a second wall only',
    command: 'apt install bubblewrap',
  },
  bubblewrap_works: { says: 'Recordings are decoded in a sandbox without network' },
  bubblewrap_denied: {
    says: 'bwrap is not allowed to make a sandbox here: recordings are decoded without a sandbox, which is a second wall only',
    fix: 'Allow user namespaces, unless this is a container',
  },
  chromium_missing: {
    says: '{command} is not installed: web pages that are made by scripts are read without what the scripts draw, and requests for a drawn page get 503 not_installed',
    fix: 'apt install chromium (Debian), or set programs.chromium to the path of Chrome',
  },
  chromium_not_there: {
    says: '{command} is not installed: web pages that are made by scripts are read without what the scripts draw, and requests for a drawn page get 503 not_installed',
    fix: 'Correct {setting}, or leave it out',
  },
  chromium_broken: {
    says: '{path} does not run: web pages that are made by scripts are read without what the scripts draw, and requests for a drawn page get 503 not_installed',
    fix: 'Try it: {path} --version',
  },
  chromium_works: { says: '{name} draws web pages that are made by scripts' },
  chromium_as_root: {
    says: '{name} draws web pages that are made by scripts, without its own sandbox, as this user is root',
    fix: 'Run Hearth as another user',
  },
  yt_dlp_missing: {
    says: '{command} is not installed: of video sites only YouTube can be read, without its sound, and other requests get 503 not_installed',
    fix: 'pipx install "yt-dlp[default]" or brew install yt-dlp (the one of apt is too old on most systems)',
  },
  yt_dlp_not_there: {
    says: '{command} is not installed: of video sites only YouTube can be read, without its sound, and other requests get 503 not_installed',
    fix: 'Correct {setting}, or leave it out',
  },
  yt_dlp_broken: {
    says: '{path} does not run: of video sites only YouTube can be read, without its sound, and other requests get 503 not_installed',
    fix: 'Try it: {path} --version',
  },
  yt_dlp_old: {
    says: 'yt-dlp {version} ({path}) is too old for the video sites of today, which change every few weeks: many requests fail',
    fix: 'pipx upgrade yt-dlp (or pipx install "yt-dlp[default]" in place of the one of apt), now and from time to time',
  },
  yt_dlp_in_sandbox: {
    says: 'yt-dlp {version} reads video sites, in a sandbox with one way out, to public addresses',
  },
  yt_dlp_works: { says: 'yt-dlp {version} reads video sites' },
  yt_dlp_in_the_open: {
    says: 'yt-dlp {version} reads video sites without a sandbox, because bwrap is missing or may not make one here: only the proxy that it is told to use keeps it from private addresses',
    fix: 'apt install bubblewrap, and allow user namespaces, unless this is a container',
  },

  tool_server_failed: {
    says: 'The tool server {server} ({host}) cannot be used: {reason}',
    fix: 'See its block in [[mcp_servers]], and that the server runs; then check it again under Engines',
  },
  tool_server_offers: { says: 'The tool server {server} offers {tools:a tool|# tools}' },
  tool_server_withheld: {
    says: 'Of the tool server {server} cannot be offered: {names}',
    fix: 'Correct tools in its block of [[mcp_servers]]: the page Engines lists what it has',
  },
  nodes_online: { says: 'Worker nodes are online: {names}' },
  nodes_none: {
    says: 'No worker node is online: this machine does all the work',
    fix: 'Run npm run worker on another machine, with the same [queue] url; or take [queue] out of the settings',
  },
  node_lost: {
    says: 'The worker node {name} is lost: it gets no work',
    fix: 'See that {name} is switched on, reaches the Redis server and still runs npm run worker; or forget it on the page Machines of /admin',
  },
  node_version: {
    says: 'The worker node {name} gets no work: it has version {version} of Hearth, and this service has {own}',
    fix: 'Update the older one, and start it again',
  },
  node_ahead: {
    says: 'The clock of the worker node {name} is {seconds} s ahead: times in its log and of its quotas are wrong',
    fix: 'Set the clock of {name} by the network: sudo timedatectl set-ntp true',
  },
  node_behind: {
    says: 'The clock of the worker node {name} is {seconds} s behind: times in its log and of its quotas are wrong',
    fix: 'Set the clock of {name} by the network: sudo timedatectl set-ntp true',
  },
  knowledge_not_followed: {
    says: 'The folder {path} of the collection “{name}” is not followed: {reason}',
    fix: 'See that it is there and that the user of the service may read it, or delete the collection',
  },
  knowledge_soon: { says: 'The folder {path} of the collection “{name}” is looked at soon' },
  knowledge_followed: {
    says: 'The folder {path} of the collection “{name}” is followed: {files:1 file|# files}',
  },
  files_damaged: {
    says: 'Of {files:1 stored file|# stored files} {lost:1 has lost its bytes|# have lost their bytes}, and {strays:1 file in the folder belongs|# files in the folder belong} to none',
    fix: 'See the log for their names; put back what is missing from a copy of DATA_DIR/files, and move away what belongs to none',
  },
} as const satisfies Record<string, { says: string; fix?: string; command?: string }>

/** What stands in these texts. */
export const FINDING_PARTS = {
  ...FETCH_REASON_TEXTS,
  ...BUCKET_TEXTS,
  ...SANDBOX_TEXTS,
  backup_none: 'There is no backup in {folder}',
  backup_newest: 'The newest backup is {age} old ({path}, {fileBytes}; {contents})',
  age_hour: 'less than an hour',
  age_hours: '{hours} h',
  age_days: '{days} days',
  contents_database: 'the database, and no bytes of files',
  contents_whole: 'the database and the bytes of all files',
  contents_lost:
    'the database and the bytes of all files; {lost:1 that was lost before is|# that were lost before are} missing',
  and_more: '{names} and {more} more',
  no_answer: 'no answer in time',
  no_document: 'its answer is no discovery document',
  answers: 'it answers {status}',
  status_new: 'it is new',
  status_disabled: 'disabled by you',
  status_ready: 'ready',
  status_parked: 'parked ({verdict}): {evidence}',
  status_parked_until: 'parked until {untilAt} ({verdict}): {evidence}',
  status_as_said: '{text}',
  disk_room: '{freeBytes} are free for the data folder',
  disk_room_database:
    '{freeBytes} are free for the data folder, whose database has {databaseBytes}',
  own_user: 'as a user of their own for each job',
  no_rights: 'without any rights',
  memory_watched: 'with their memory looked at ten times a second',
  memory_bounded: 'with their memory bounded by control groups ({groups})',
  with_python: 'and with Python',
  without_python: 'and without Python, which is not installed',
  unknown_version: 'of an unknown version',
  install_llama:
    'brew install llama.cpp, apt install llama.cpp (Debian 14), or name it in [programs] llama_server',
} as const satisfies Record<string, string>
