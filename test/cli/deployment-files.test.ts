import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parse } from 'yaml'
import { LIMITS } from '../../src/limits.ts'
import { pick } from '../support/pick.ts'

const ROOT = join(import.meta.dir, '../..')
const read = (name: string) => Bun.file(join(ROOT, name)).text()
/** Sending what is left takes its own time after the grace; this is what the process needs more. */
const MARGIN_MS = 1_000

const needed = LIMITS.stopGraceMs + LIMITS.stopSendingMs + MARGIN_MS

test('the image has the version of Bun that the project names', async () => {
  const { dependencies } = await Bun.file(join(ROOT, 'package.json')).json()
  expect(await read('.deploy/Containerfile')).toContain(
    `\nFROM docker.io/oven/bun:${dependencies.bun}-slim\n`,
  )
})

test('the image copies every folder that the service reads', async () => {
  const text = await read('.deploy/Containerfile')
  const copied = [...text.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(copied.toSorted()).toEqual(
    [
      '.setup',
      'LICENSE',
      'README.md',
      'bun.lock',
      'drizzle',
      'package.json',
      'public',
      'src',
    ].toSorted(),
  )
})

test('systemd and the container wait as long as a stop may take', async () => {
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(await read('.deploy/hearth.service'))?.[1]
  expect(Number(unit) * 1000).toBeGreaterThanOrEqual(needed)
  const compose: unknown = parse(await read('.deploy/compose.yaml'))
  const grace = /^(\d+)s$/.exec(String(pick(compose, 'services.hearth.stop_grace_period')))?.[1]
  expect(Number(grace) * 1000).toBeGreaterThanOrEqual(needed)
})

test('the container has no rights beyond its volume, and listens on loopback', async () => {
  const service = pick(parse(await read('.deploy/compose.yaml')), 'services.hearth')
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges'],
    init: true,
    ports: ['127.0.0.1:8787:8787'],
    volumes: ['data:/data'],
  })
})
