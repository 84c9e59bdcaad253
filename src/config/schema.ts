import { type Static, Type } from '@sinclair/typebox'
import { QueueSettings } from '../cluster/settings.ts'
import { AlertSettings } from '../core/alerts/settings.ts'
import { EngineSettings } from '../engines/settings.ts'
import { SpeechEngineSettings } from '../engines/speech/settings.ts'
import { TranscriptionEngineSettings } from '../engines/transcription/settings.ts'
import { BackupSettings } from '../features/backups/settings.ts'
import { McpSettings } from '../features/mcp/settings.ts'
import { NotificationSettings } from '../features/notifications/settings.ts'
import { ToolServerSettings } from '../features/tool-servers/settings.ts'
import { WebSettings } from '../features/web-pages/settings.ts'
import { WorkerSettings } from '../features/workers/settings.ts'
import { closedObject, oneOf } from '../platform/schemas.ts'
import { PATH, PATH_OR_NAME, patternString } from '../platform/settings.ts'
import { FileSettings } from '../storage/settings.ts'

const PORT_RANGE = { minimum: 0, maximum: 65_535 }

const VISIBLE_ASCII = '^[!-~]+$'
const VISIBLE_ASCII_EXPLANATION = 'letters, digits and signs without spaces'

const Program = Type.Optional(Type.String({ ...PATH_OR_NAME, minLength: 1 }))

/** Programs of this machine, as a path or a name on PATH; by default by their own names. */
const ProgramSettings = closedObject(
  {
    ffmpeg: Program,
    ffprobe: Program,
    /** The browser that draws pages made by scripts. */
    chromium: Program,
    /** Reads sites of videos. */
    yt_dlp: Program,
    /** Of llama.cpp: answers with the model files of the data folder. */
    llama_server: Program,
    /** bubblewrap, which makes the sandbox in which files of users are decoded. */
    bwrap: Program,
    /** Whether the processes of tools are contained where the machine allows it, as by default. */
    contain: Type.Optional(Type.Boolean()),
  },
  { default: {} },
)

/**
 * Every setting by its name in `hearth.toml`. The environment has the same names in upper case,
 * except those of {@link FILE_SETTINGS}.
 */
export const Settings = closedObject({
  port: Type.Integer({ ...PORT_RANGE, default: 8787 }),
  host: Type.String({ minLength: 1, default: '127.0.0.1' }),
  edge_port: Type.Optional(Type.Integer(PORT_RANGE)),
  edge_host: Type.String({ minLength: 1, default: '127.0.0.1' }),
  data_dir: Type.String({ ...PATH, minLength: 1, default: './data' }),
  base_url: Type.Optional(Type.String({ minLength: 1 })),
  alt_base_url: Type.Optional(Type.String({ minLength: 1 })),
  primary_key: Type.Optional(
    patternString(VISIBLE_ASCII, `16 to 512 ${VISIBLE_ASCII_EXPLANATION}`, {
      minLength: 16,
      maxLength: 512,
    }),
  ),
  owner_email: Type.Optional(patternString('^[^@\\s]+@[^@\\s]+$', 'an e-mail address')),
  trusted_networks: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
  local_hosts: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
  edge_headers: Type.Array(patternString("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", 'the name of a header'), {
    default: [],
  }),
  /** Bytes that stay free on the disk of stored files. */
  min_free_bytes: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 2 * 1024 ** 3,
  }),
  /** Memory of all request bodies that are held whole, in bytes. */
  body_memory_bytes: Type.Integer({
    minimum: 1024 ** 2,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 256 * 1024 ** 2,
  }),
  /** Text of one answer of a model, in bytes of UTF-8; what is longer is cut. */
  max_answer_bytes: Type.Integer({
    minimum: 1024,
    maximum: 16 * 1024 ** 2,
    default: 1024 ** 2,
  }),
  /** Has no effect: read so that the settings of an earlier version still start. */
  max_connections_per_address: Type.Optional(Type.Integer({ minimum: 8, maximum: 1_000_000 })),
  /** How long answers of the Responses API are kept after their last use; 0 keeps none. */
  keep_responses_days: Type.Integer({ minimum: 0, maximum: 3_650, default: 30 }),
  /** How long each recorded call is kept; the sums of its day are kept for ever. */
  keep_usage_days: Type.Integer({ minimum: 1, maximum: 36_500, default: 400 }),
  /** Whether conversations may be shared by links, which anyone who has one can read. */
  share_links: oneOf(['on', 'off'], { default: 'off' }),
  keep_audit_days: Type.Integer({ minimum: 1, maximum: 36_500, default: 730 }),
  /** How long a device that was revoked or has expired stays in the lists. */
  keep_ended_devices_days: Type.Integer({ minimum: 1, maximum: 36_500, default: 90 }),
  cors_origins: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
  trusted_proxies: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
  /** By which user-given URLs are fetched. */
  egress_proxy: Type.Optional(Type.String({ minLength: 1 })),
  /** What it is asked for: the address that was checked, or the name, which it resolves again. */
  egress_proxy_target: oneOf(['address', 'name'], {
    default: 'address',
  }),
  oidc_issuer: Type.Optional(Type.String({ minLength: 1 })),
  oidc_client_id: Type.Optional(Type.String({ minLength: 1 })),
  oidc_client_secret: Type.Optional(Type.String({ minLength: 1 })),
  /** Name of the issuer on the sign-in page; by default its host. */
  oidc_label: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  google_client_id: Type.Optional(Type.String({ minLength: 1 })),
  google_client_secret: Type.Optional(Type.String({ minLength: 1 })),
  github_client_id: Type.Optional(Type.String({ minLength: 1 })),
  github_client_secret: Type.Optional(Type.String({ minLength: 1 })),
  log_level: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { default: 'info' }),
  /** `auto`: for people on a terminal, else JSON. */
  log_format: oneOf(['auto', 'pretty', 'json'], {
    default: 'auto',
  }),
  engines: Type.Array(EngineSettings, {
    default: [],
    'x-expected': 'blocks that begin with [[engines]], in double brackets',
  }),
  /** Further names of models, in which `*` stands for any characters, and what they mean. */
  aliases: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 200 }), {
    default: {},
    'x-expected': 'a table of names, as in "claude-*" = "auto"',
  }),
  speech_engines: Type.Array(SpeechEngineSettings, {
    default: [],
    'x-expected': 'blocks that begin with [[speech_engines]], in double brackets',
  }),
  transcription_engines: Type.Array(TranscriptionEngineSettings, {
    default: [],
    'x-expected': 'blocks that begin with [[transcription_engines]], in double brackets',
  }),
  mcp: McpSettings,
  mcp_servers: Type.Array(ToolServerSettings, {
    default: [],
    'x-expected': 'blocks that begin with [[mcp_servers]], in double brackets',
  }),
  alerts: AlertSettings,
  backups: BackupSettings,
  files: FileSettings,
  notifications: NotificationSettings,
  programs: ProgramSettings,
  queue: QueueSettings,
  web: WebSettings,
  workers: WorkerSettings,
})
export type Settings = Static<typeof Settings>

/** Settings that are tables, available in the file only. */
export const FILE_SETTINGS: ReadonlySet<string> = new Set([
  'engines',
  'aliases',
  'speech_engines',
  'transcription_engines',
  'mcp',
  'mcp_servers',
  'alerts',
  'backups',
  'files',
  'notifications',
  'programs',
  'queue',
  'web',
  'workers',
])

/** Settings that are lists of blocks, each with an id. */
export const BLOCK_SETTINGS: ReadonlySet<string> = new Set(
  Object.entries(Settings.properties)
    .filter(([name, schema]) => FILE_SETTINGS.has(name) && schema.type === 'array')
    .map(([name]) => name),
)

/** Settings that are numbers, in the environment as their digits. */
export const NUMBER_SETTINGS: ReadonlySet<string> = new Set(
  Object.entries(Settings.properties)
    .filter(([, schema]) => schema.type === 'integer')
    .map(([name]) => name),
)

/** Settings with several values: a list in the file, separated by commas in the environment. */
export const LIST_SETTINGS: ReadonlySet<string> = new Set(
  Object.entries(Settings.properties)
    .filter(([name, schema]) => !FILE_SETTINGS.has(name) && schema.type === 'array')
    .map(([name]) => name),
)
