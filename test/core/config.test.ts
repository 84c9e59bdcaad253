import { expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/platform/config.ts'

function load(env: Record<string, string> = {}, toml?: string) {
  return loadConfig(env, () => toml)
}

function faults(env: Record<string, string>, toml?: string): readonly string[] {
  try {
    load(env, toml)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('loadConfig() without settings gives the defaults', () => {
  expect(load()).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    edge_host: '127.0.0.1',
    data_dir: './data',
    trusted_networks: [],
    log_level: 'info',
    engines: [],
  })
})

test('the environment lies over the file, and an empty value counts as absent', () => {
  const config = load(
    { PORT: '9000', HOST: '', TRUSTED_NETWORKS: '192.168.1.0/24, ::1' },
    'port = 8000\nhost = "0.0.0.0"\n[[engines]]\nid = "local"\nadapter = "openai-http"\nbase_url = "http://127.0.0.1:8080/v1"\nmodels = ["m"]\n',
  )
  expect(config).toMatchObject({
    port: 9000,
    host: '0.0.0.0',
    trusted_networks: ['192.168.1.0/24', '::1'],
  })
  expect(config.engines[0]).toMatchObject({
    id: 'local',
    max_characters: 100_000,
    timeout_seconds: 300,
  })
})

test('loadConfig() lists every fault at once', () => {
  const found = faults(
    {
      PORT: 'http',
      TRUSTED_NETWORKS: '10.0.0.0/33',
      BASE_URL: 'ftp://x',
      PRIMARY_KEY: 'short',
      LOG_LEVEL: 'loud',
      CORS_ORIGINS: 'https://a.example/',
    },
    'prot = 1\n[[engines]]\nid = "auto"\nadapter = "openai-http"\nbase_url = "https://8.8.8.8/v1"\n',
  )
  const names = found.map((fault) => fault.split(':', 1)[0]).sort()
  expect(names).toEqual([
    'BASE_URL',
    'CORS_ORIGINS',
    'LOG_LEVEL',
    'PORT',
    'PRIMARY_KEY',
    'PROT',
    'TRUSTED_NETWORKS',
    'engines.auto',
    'engines.auto.base_url',
    'engines.auto.models',
  ])
})

test('a model engine at a public address is a fault', () => {
  const found = faults(
    {},
    '[[engines]]\nid = "far"\nadapter = "openai-http"\nbase_url = "https://8.8.8.8/v1"\nmodels = ["m"]\n',
  )
  expect(found).toEqual([
    'engines.far.base_url: only loopback and private addresses are allowed, no pay-per-use API',
  ])
})

test('faults of engines name the engine', () => {
  const found = faults(
    {},
    '[[engines]]\nid = "a"\nadapter = "demo"\n[[engines]]\nid = "a"\nadapter = "openai-http"\n',
  )
  expect(found).toEqual([
    'engines.a: the id is given twice',
    'engines.a.models: expected at least one model',
    'engines.a.base_url: expected the address of the local server',
  ])
})

test('a file that is no TOML is a fault that does not quote it', () => {
  const [fault] = faults({ HEARTH_CONFIG: 'h.toml' }, 'primary_key = "very-secret-value\n')
  expect(fault).toStartWith('h.toml: ')
  expect(fault).not.toContain('very-secret')
})

test('a fault never shows the value of a secret', () => {
  expect(faults({ PRIMARY_KEY: 'tiny-secret' }).join()).not.toContain('tiny-secret')
})
