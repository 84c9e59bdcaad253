import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeAbleKey, send } from './client.ts'
import { type AttackContext, type Driver, type Figures, skipped } from './driver.ts'
import { Ledger } from './ledger.ts'
import { Load } from './load.ts'
import { startModels } from './models.ts'
import { lastingFaults } from './records.ts'
import { usableActions } from './sequence.ts'
import { settle } from './settle.ts'
import type { WatchedService } from './watch.ts'

const DISK_MIB = 48
const CLIENTS = 6
const FULL_MS = 4_000
const FREE_MS = 4_000
/** The service sweeps every minute what it could not take back. */
const RECOVERY_MS = 90_000

/** Mounts a small disk over the data folder, in name spaces that end with the service. */
const MOUNT = `mount -t tmpfs -o size=${DISK_MIB}m tmpfs "$1" && shift && exec "$@"`

/** The disk of the data folder fills up and is freed again, under a mixed load. */
export const fullDisk: Driver = {
  name: 'full-disk',
  async run(context) {
    const data = join(context.folder, 'data')
    mkdirSync(data)
    const prefix = [
      'unshare',
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      MOUNT,
      'sh',
      data,
    ]
    const probe = Bun.spawnSync([...prefix, 'true'])
    if (!probe.success) return skipped(`no mount of its own: ${probe.stderr}`.trim())
    await using models = startModels(context.random)
    await using service = await context.startWatched({ toml: models.toml, prefix })
    return await fillAndFree(context, service)
  },
}

async function fillAndFree(context: AttackContext, service: WatchedService): Promise<Figures> {
  const { url } = service
  const ledger = new Ledger()
  const keys: string[] = []
  for (let client = 0; client < CLIENTS; client += 1)
    keys.push(await makeAbleKey(url, `client ${client}`))
  const actions = await usableActions()
  const losses: string[] = []
  let rounds = 0
  // The disk as the service has it.
  const fill = join(service.data, 'fill')
  do {
    const prefix = `d${rounds}`
    const load = new Load({
      url,
      keys,
      ledger,
      random: context.random,
      prefix,
      actions,
      isLasting: true,
    })
    await Bun.sleep(FREE_MS)
    fillUp(fill)
    await Bun.sleep(FULL_MS)
    writeFileSync(fill, '')
    await load.stop()
    rounds += 1
    if (!service.isAlive()) break
    losses.push(...(await recovered(service, keys[0] ?? '')))
    losses.push(...new Set(load.faults), ...(await settle(service, ledger)))
    losses.push(...(await lastingFaults(service, ledger, RECOVERY_MS)))
  } while (!context.deadline.aborted && losses.length === 0)
  const { losses: more, values } = await service.report()
  // While the disk is full, /health is 503.
  const fallen = more.filter((loss) => !loss.includes('without an answer'))
  const { sent: requests, acknowledged } = ledger
  return { losses: [...losses, ...fallen], values: { rounds, requests, acknowledged, ...values } }
}

function fillUp(path: string): void {
  for (let bytes = 8 * 1024 ** 2; bytes >= 4096; bytes /= 2)
    for (;;)
      try {
        writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
      } catch {
        break
      }
}

/** Whether chats are answered again once there is room. */
async function recovered({ url }: WatchedService, key: string): Promise<readonly string[]> {
  const until = performance.now() + RECOVERY_MS
  const messages = [{ role: 'user', content: 'Hi' }]
  for (;;) {
    const chat = await send(url, key, 'POST', '/v1/chat/completions', { model: 'auto', messages })
    const text = await chat.text()
    if (chat.status === 200) return []
    if (performance.now() > until) return [`no recovery: ${chat.status} ${text.slice(0, 200)}`]
    await Bun.sleep(200)
  }
}
