import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pairOf } from '../support/canvas.ts'
import { runToExit, startProcess, tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** Pairs an app in the data folder of a process that does not run. */
async function pairIn(folder: string) {
  await using service = createTestApp({ env: { DATA_DIR: join(folder, 'data') } })
  const { id } = makeUser(service.services)
  const { refreshTokens, canvasTokens } = service.services
  const pairing = refreshTokens.pair({ userId: id, name: 'Studio', address: '192.0.2.7' })
  return {
    refreshToken: pairing.refreshToken,
    accessToken: await canvasTokens.issuer()(pairing),
  }
}

function canvasAt(url: string) {
  const post = (path: string, body: object) =>
    fetch(`${url}/api/canvas${path}`, jsonInit('POST', body))
  return {
    post,
    refresh: (refresh_token: string) => post('/token/refresh', { refresh_token }),
    me: async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${url}/api/canvas/me`, { headers })).status
    },
  }
}

test('issued tokens are valid after a kill, and used ones stay used', async () => {
  using folder = tempFolder()
  const { refreshToken, accessToken } = await pairIn(folder.path)
  let pair: Awaited<ReturnType<typeof pairOf>>
  {
    await using service = await startProcess(folder.path, '')
    const canvas = canvasAt(service.url)
    expect(await canvas.me(accessToken)).toBe(200)
    pair = await pairOf(await canvas.refresh(refreshToken))
    await service.kill()
  }
  await using service = await startProcess(folder.path, '')
  const canvas = canvasAt(service.url)
  expect(await canvas.me(pair.access_token)).toBe(200)
  const next = await pairOf(await canvas.refresh(pair.refresh_token))
  expect((await canvas.refresh(refreshToken)).status).toBe(400)
  expect(await canvas.me(next.access_token)).toBe(401)
})

test('no token, code or signing key is in the log', async () => {
  using folder = tempFolder()
  const { refreshToken, accessToken } = await pairIn(folder.path)
  await using service = await startProcess(folder.path, '', { LOG_LEVEL: 'debug' })
  const canvas = canvasAt(service.url)
  const pair = await pairOf(await canvas.refresh(refreshToken))
  await canvas.refresh(refreshToken)
  await canvas.me(accessToken)
  const started: unknown = await (await canvas.post('/device/start', {})).json()
  const [deviceCode, userCode] = ['device_code', 'user_code'].map((name) =>
    String(Reflect.get(Object(started), name)),
  )
  await canvas.post(`/device/poll?device_code=${deviceCode}`, {})
  await canvas.post(`/no-such-path/${refreshToken}`, {})
  await canvas.me(`${accessToken}x`)
  const { keys }: { keys: { secret: string }[] } = await Bun.file(
    join(folder.path, 'data/canvas-keys.json'),
  ).json()
  const secrets = [
    refreshToken,
    accessToken,
    pair.refresh_token,
    pair.access_token,
    deviceCode,
    userCode,
    ...keys.map(({ secret }) => secret),
  ]
  expect(keys).toHaveLength(1)
  await service.kill('SIGTERM')
  const log = service.logLines().join('\n')
  expect(log).toContain('/api/canvas/token/refresh')
  expect(log).toContain('no-such-path')
  for (const secret of secrets) expect(log).not.toContain(String(secret))
})

test('a damaged signing key file fails the start with one line', async () => {
  using folder = tempFolder()
  const data = join(folder.path, 'data')
  const path = join(data, 'canvas-keys.json')
  mkdirSync(data)
  writeFileSync(path, '{"keys":', { mode: 0o600 })
  const { stderr, code } = await runToExit(folder.path, '')
  expect(stderr).toContain(
    `Cannot use the data folder ${data}: ${path} is damaged; delete it, and new keys are made\n`,
  )
  expect(code).toBe(1)
})
