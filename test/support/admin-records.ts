import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createDevice } from './devices.ts'
import { startService } from './service.ts'
import { makeUser } from './users.ts'

/** Markup, a script, a turn of direction, and no place to break a line. */
export const HOSTILE = `<img src=x onerror=alert(1)><script>alert(1)</script>\u202E\u200B${'w'.repeat(120)}`
/** As much of it as a page shows in any window. */
export const HOSTILE_SHOWN =
  '<img src=x onerror=alert(1)><script>alert(1)</script>[U+202E][U+200B]www'
const skillText = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\nWrite ${'w'.repeat(900)} about {{input}}\n`

/** A service in which each page has something to show, with hostile texts wherever others choose. */
export async function startWithRecords() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-states-'))
  const service = startService({ env: { DATA_DIR: folder } })
  const { alerts, backups } = service.services
  alerts.raise({ kind: 'hostile', subject: HOSTILE, message: HOSTILE.repeat(4) })
  alerts.raise({ kind: 'test', subject: 'The disk is full', message: 'No room' })
  alerts.raise({ kind: 'seen', subject: 'Long ago', message: 'Gone' })
  const old = alerts.list(10, undefined).items.find(({ subject }) => subject === 'Long ago')
  await service.asOwner('POST', `/admin/alerts/${old?.id}/acknowledge`)
  const person = makeUser(service.services)
  for (const name of [HOSTILE, 'tablet', 'laptop']) createDevice(service, person, name)
  const { authorization } = service.makeKey({ generate: false }, HOSTILE)
  await fetch(`${service.url}/v1/chat/completions`, { method: 'POST', headers: { authorization } })
  await service.asOwner('PUT', '/api/brands/acme', { name: 'Acme', tone: HOSTILE })
  await service.asOwner('PUT', '/api/skills/loud', { content: skillText('loud', HOSTILE) })
  await backups?.onDemand.store()
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** Follows a link within the application, without loading the document again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}
