import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runMaintenance } from '../support/maintenance.ts'
import { localToml, tempFolder } from '../support/process.ts'

test('servers that never answer hold up no other check of the doctor, and the command ends', async () => {
  let [open, most] = [0, 0]
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch({ signal }) {
      open += 1
      most = Math.max(most, open)
      signal.addEventListener('abort', () => {
        open -= 1
      })
      return new Promise<Response>(() => {})
    },
  })
  using folder = tempFolder()
  const config = join(folder.path, 'hearth.toml')
  await Bun.write(config, localToml(`${server.url.origin}/v1`))
  const { code, stdout } = await runMaintenance(['doctor'], {
    HOME: folder.path,
    HEARTH_CONFIG: config,
    DATA_DIR: join(folder.path, 'data'),
    PORT: '0',
    BASE_URL: server.url.origin,
    OIDC_ISSUER: server.url.origin,
    OIDC_CLIENT_ID: 'hearth',
    OIDC_CLIENT_SECRET: 'a-secret',
  })
  // Each of the three is waited for, at the same time.
  expect(most).toBe(3)
  expect(code).toBe(2)
  expect(stdout.match(/no answer in time/g)).toHaveLength(3)
  expect(stdout).toContain('ok       bun: ')
  await server.stop(true)
})
