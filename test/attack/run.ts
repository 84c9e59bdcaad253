// Attacks the service, and fails if anything acknowledged is lost or the process falls:
// bun run attack [--minutes n] [--only NAME,…] [--seed n]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../support/seeded-random.ts'
import { removeMounted } from '../support/temp-folder.ts'
import { endAllServices, startAttacked } from './attacked-service.ts'
import type { Driver, Figures } from './driver.ts'
import { DRIVERS } from './drivers.ts'
import { removeGroups } from './memory-limit.ts'
import { type Outcome, table } from './report.ts'
import { startWatched } from './watch.ts'

const MINUTE_MS = 60_000
/** How long a driver may go on after its deadline: above the longest wait of its own, which says more. */
const GRACE_MS = 4 * MINUTE_MS

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
const until = performance.now() + Number(values.minutes) * MINUTE_MS
const names = values.only?.split(',') ?? DRIVERS.map(({ name }) => name)
const unknown = names.filter((name) => !DRIVERS.some((driver) => driver.name === name))
if (unknown.length > 0) {
  const known = DRIVERS.map(({ name }) => name).join(', ')
  console.error(`There is no driver ${unknown.join(', ')}: they are ${known}`)
  process.exit(2)
}
const chosen = names.flatMap((name) => DRIVERS.filter((driver) => driver.name === name))
const folder = mkdtempSync(join(tmpdir(), 'hearth-attack-'))
console.log(`Seed ${seed}, ${chosen.length} drivers in ${values.minutes} minutes, ${folder}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAllServices().finally(() => process.exit(130)))

const outcomes: Outcome[] = []
for (const [index, driver] of chosen.entries()) {
  // What one driver has not used is left to those after it.
  const share = Math.max(0, until - performance.now()) / (chosen.length - index)
  const since = performance.now()
  const found = await attack(driver, share)
  const outcome = { name: driver.name, seconds: (performance.now() - since) / 1000, ...found }
  outcomes.push(outcome)
  console.error(table([outcome]))
}
const losses = outcomes.flatMap((outcome) => outcome.losses)
console.log(`\n${table(outcomes)}\n\n${losses.length} losses, seed ${seed}`)
if (losses.length === 0) rmSync(folder, { recursive: true, force: true })
else console.log(`The data folders are kept in ${folder}`)
process.exit(losses.length === 0 ? 0 : 1)

async function attack(driver: Driver, shareMs: number): Promise<Figures> {
  const own = join(folder, driver.name)
  mkdirSync(own)
  const deadline = AbortSignal.timeout(Math.round(shareMs))
  const running = driver.run({
    ...{ deadline, seed, folder: own, random: seededRandom(seed) },
    log: (line) => console.error(`${driver.name}: ${line}`),
    start: (options) => startAttacked({ folder: own, ...options }),
    startWatched: (options) => startWatched({ folder: own, ...options }),
  })
  const late = Promise.withResolvers<Figures>()
  const timer = setTimeout(
    () => late.resolve({ losses: ['the driver did not end in time'], values: {} }),
    shareMs + GRACE_MS,
  )
  try {
    const found = await Promise.race([running, late.promise])
    if (found.losses.length === 0) removeMounted(own)
    return found
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { losses: [`the driver failed: ${reason}`], values: {} }
  } finally {
    clearTimeout(timer)
    // A driver that has failed or is late may have left its own.
    await endAllServices()
    removeGroups()
  }
}
