import { expect, test } from 'bun:test'
import { VERSION } from '../../src/platform/version.ts'
import { createTestApp, startService } from '../support/service.ts'

/** The address that the file has as its default. */
function addressIn(text: string): string {
  return /^const HEARTH_SERVER = (".*");$/m.exec(text)?.[1] ?? ''
}

test('GET /client is one file for everybody, with its version, and 304 for who has it', async () => {
  await using service = startService()
  const response = await fetch(`${service.url}/client`)
  const text = await response.text()
  expect([response.status, text.split('\n', 1)[0]]).toEqual([200, '#!/usr/bin/env node'])
  expect(addressIn(text)).toBe(`"${service.url}"`)
  expect(text).toContain(`hearth ${VERSION}:`)
  const of = (name: string) => response.headers.get(name)
  expect(of('content-type')).toBe('text/javascript; charset=utf-8')
  expect([of('cache-control'), of('vary'), of('x-content-type-options')]).toEqual([
    'no-cache',
    'accept',
    'nosniff',
  ])
  expect(of('x-hearth-version')).toBe(VERSION)
  const etag = of('etag') ?? ''
  const again = (tags: string) =>
    fetch(`${service.url}/client`, { headers: { 'if-none-match': tags } })
  const known = await again(`"other", W/${etag}`)
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, ''])
  expect((await again('"other"')).status).toBe(200)
  const head = await fetch(`${service.url}/client`, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
})

test('GET /client has no path of this machine, none of the service’s parts, and stays small', async () => {
  await using service = createTestApp()
  const text = await (await service.request('/client')).text()
  for (const word of ['file:///home', process.cwd(), 'node_modules', '/tmp/', 'drizzle', 'Elysia'])
    expect([word, text.includes(word)]).toEqual([word, false])
  expect(text.match(/^(?:import|export) /gm)).toBeNull()
  expect(Buffer.byteLength(text)).toBeLessThan(200_000)
  // The packages inside want their notices kept.
  for (const words of ['@sinclair/typebox', 'eventsource-parser', 'Sindre Sorhus', 'MIT License'])
    expect([words, text.includes(words)]).toEqual([words, true])
})

test('GET /client names the address that it was asked at, and never another', async () => {
  await using service = startService({
    env: { BASE_URL: 'https://hearth.example', LOCAL_HOSTS: 'hearth.local', EDGE_PORT: '0' },
  })
  const ask = (host: string, port = service.port) =>
    fetch(`http://127.0.0.1:${port}/client`, { headers: { host } })
  const addressAt = async (host: string, port?: number) =>
    addressIn(await (await ask(host, port)).text())
  expect(await addressAt('hearth.example')).toBe('"https://hearth.example"')
  expect(await addressAt('Hearth.local:8787')).toBe('"http://hearth.local:8787"')
  expect(await addressAt('[::1]:8787')).toBe('"http://[::1]:8787"')
  // Behind a proxy only the public address is known to be right.
  expect(await addressAt('hearth.local', service.edgePort)).toBe('"https://hearth.example"')
  for (const host of ['evil.example', 'hearth.local";alert(1)//', 'hearth.local/x'])
    expect([host, (await ask(host)).status]).toEqual([host, 421])
})

test('GET /client shows browsers the commands that fetch it', async () => {
  await using service = startService()
  const page = await fetch(`${service.url}/client`, { headers: { accept: 'text/html,*/*' } })
  expect([page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
    'text/html; charset=utf-8',
    'accept',
  ])
  expect(await page.text()).toContain(`curl -fsS ${service.url}/client -o hearth`)
})
