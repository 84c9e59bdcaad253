import { type Static, Type } from '@sinclair/typebox'

const PORT_RANGE = { minimum: 0, maximum: 65_535 }

/** One engine of `hearth.toml`; the order of the blocks is the order of preference for `auto`. */
export const EngineSettings = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9_]{1,32}$' }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    adapter: Type.Union([Type.Literal('openai-http'), Type.Literal('demo')]),
    models: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1 }),
    ),
    max_characters: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100_000 }),
    timeout_seconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 300 }),
    base_url: Type.Optional(Type.String({ minLength: 1 })),
    api_key: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)
export type EngineSettings = Static<typeof EngineSettings>

/**
 * Every setting, by its name in `hearth.toml`; the environment has the same names in capitals.
 * `engines` can only stand in the file.
 */
export const Settings = Type.Object(
  {
    port: Type.Integer({ ...PORT_RANGE, default: 8787 }),
    host: Type.String({ minLength: 1, default: '127.0.0.1' }),
    edge_port: Type.Optional(Type.Integer(PORT_RANGE)),
    edge_host: Type.String({ minLength: 1, default: '127.0.0.1' }),
    data_dir: Type.String({ minLength: 1, default: './data' }),
    base_url: Type.Optional(Type.String({ minLength: 1 })),
    alt_base_url: Type.Optional(Type.String({ minLength: 1 })),
    primary_key: Type.Optional(Type.String({ minLength: 16, maxLength: 512, pattern: '^[!-~]+$' })),
    owner_email: Type.Optional(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$' })),
    trusted_networks: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
    local_hosts: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
    edge_headers: Type.Array(Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" }), {
      default: [],
    }),
    cors_origins: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
    trusted_proxies: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
    oidc_issuer: Type.Optional(Type.String({ minLength: 1 })),
    oidc_client_id: Type.Optional(Type.String({ minLength: 1 })),
    oidc_client_secret: Type.Optional(Type.String({ minLength: 1 })),
    log_level: Type.Union(
      [
        Type.Literal('fatal'),
        Type.Literal('error'),
        Type.Literal('warn'),
        Type.Literal('info'),
        Type.Literal('debug'),
        Type.Literal('silent'),
      ],
      { default: 'info' },
    ),
    engines: Type.Array(EngineSettings, { default: [] }),
  },
  { additionalProperties: false },
)
export type Settings = Static<typeof Settings>

/** Settings that hold several values: a list in the file, separated by commas in the environment. */
export const LIST_SETTINGS: ReadonlySet<string> = new Set(
  Object.entries(Settings.properties)
    .filter(([name, schema]) => name !== 'engines' && schema.type === 'array')
    .map(([name]) => name),
)
