import { expect, test } from 'bun:test'
import { loadConfig } from '../../src/config/load.ts'
import { settingsInForce } from '../../src/config/settings-in-force.ts'
import { VERSION } from '../../src/platform/version.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY } from '../support/service.ts'

test('GET /admin/system says what is installed, what the data takes and what is set', async () => {
  using folder = tempFolder()
  let now = Date.now()
  const env = { DATA_DIR: folder.path, CORS_ORIGINS: 'https://a.test, https://b.test' }
  await using service = createTestApp({ env, now: () => now })
  now += 90_000
  const system = await (await service.asOwner('GET', '/admin/system')).json()
  expect(system).toMatchObject({
    versions: { hearth: VERSION, bun: Bun.version, sqlite: expect.stringMatching(/^3\./) },
    uptime_seconds: 90,
    data: { folder: folder.path, free_bytes: expect.any(Number) },
    backups: { nightly: true, newest: null, stale: false },
  })
  const database = pickList(system, 'data.parts').find(
    (part) => pick(part, 'name') === 'hearth.sqlite',
  )
  expect(pick(database, 'bytes')).toBeGreaterThan(0)
  const settings = new Map(
    pickList(system, 'settings').map((one) => [pick(one, 'name'), one] as const),
  )
  expect(settings.get('primary_key')).toEqual({
    name: 'primary_key',
    value: null,
    is_set: true,
    is_secret: true,
  })
  expect(settings.get('cors_origins')).toMatchObject({ value: 'https://a.test, https://b.test' })
  expect(settings.get('base_url')).toMatchObject({ value: null, is_set: false })
  expect(settings.get('backups.keep_days')).toMatchObject({ value: '7', is_set: true })
  expect(JSON.stringify(system)).not.toContain(PRIMARY_KEY)
})

test('without a data folder there is neither data nor a backup', async () => {
  await using service = createTestApp()
  const system = await (await service.asOwner('GET', '/admin/system')).json()
  expect(system).toMatchObject({ data: null, backups: null })
})

test('no secret of any setting is shown', () => {
  const file = `
oidc_issuer = "https://id.example.test"
oidc_client_id = "hearth"
oidc_client_secret = "SECRET-1"
base_url = "https://hearth.example.test"
[alerts]
webhook = "https://hooks.example.test/SECRET-2"
webhook_secret = "SECRET-3"
ntfy = "https://ntfy.example.test/SECRET-4"
ntfy_token = "SECRET-5"
smtp = { url = "smtp://me:SECRET-6@mail.example.test", from = "a@b.test", to = ["c@d.test"] }
[files]
s3 = { endpoint = "http://10.0.0.3", bucket = "hearth", key = "SECRET-10", secret = "SECRET-11" }
[[engines]]
id = "local"
adapter = "openai-http"
base_url = "http://127.0.0.1:8080/v1"
api_key = "SECRET-7"
[[engines]]
id = "codex"
adapter = "codex"
models = ["gpt"]
accounts = [{ id = "main", dir = "/srv/codex", extra_args = ["--key", "SECRET-8"], env = { TOKEN = "SECRET-9" } }]
`
  const env = { PRIMARY_KEY: 'SECRET-0-of-sixteen', DATA_DIR: ':memory:' }
  const settings = settingsInForce(loadConfig(env, () => file))
  expect(JSON.stringify(settings)).not.toContain('SECRET')
  const hidden = settings.filter(({ isSecret, isSet }) => isSecret && isSet).map(({ name }) => name)
  expect(hidden).toEqual([
    'primary_key',
    'oidc_client_secret',
    'engines.local.api_key',
    'engines.codex.accounts.main.extra_args',
    'engines.codex.accounts.main.env.TOKEN',
    'alerts.webhook',
    'alerts.webhook_secret',
    'alerts.ntfy',
    'alerts.ntfy_token',
    'alerts.smtp.url',
    'files.s3.key',
    'files.s3.secret',
  ])
  expect(settings).toContainEqual({
    ...{ name: 'engines.codex.accounts.main.dir', value: '/srv/codex' },
    ...{ isSecret: false, isSet: true },
  })
})
