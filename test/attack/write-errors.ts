import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AttackedService, endsSoon } from './attacked-service.ts'
import { type AttackContext, type Driver, skipped } from './driver.ts'
import { Ledger } from './ledger.ts'
import { startModels } from './models.ts'
import { lastingFaults } from './records.ts'
import { copyOf, makeTemplate, runSequence, type Template, usableActions } from './sequence.ts'
import { settle } from './settle.ts'
import { shuffled } from './shuffled.ts'

const CLIENTS = 7
const SETTLE_MS = 120_000
/** Calls by which data gets to the disk; an error of `write` may be of a pipe or a socket as well. */
const CALLS = ['pwrite64', 'fdatasync', 'fsync', 'ftruncate', 'rename', 'mkdir'] as const
const ERRORS = ['ENOSPC', 'EIO'] as const
/** Of each thread; behind them the positions repeat themselves. */
const POSITIONS = 120
/** Some faults are of one call, others go on for a while. */
const LASTING = [false, true]
const LASTING_CALLS = 20

interface Fault {
  call: (typeof CALLS)[number]
  error: (typeof ERRORS)[number]
  when: string
}

/**
 * Makes writes of the service fail, once or for a while, during a fixed sequence of requests. What it
 * has acknowledged all the same must be there afterwards, also after a kill.
 */
export const writeErrors: Driver = {
  name: 'write-errors',
  async run(context) {
    if (Bun.which('strace') === null) return skipped('it wants strace: apt-get install strace')
    await using models = startModels(() => 0.1)
    const template = await makeTemplate(context, models.toml, CLIENTS)
    const actions = await usableActions()
    const losses: string[] = []
    let done = 0
    let ended = 0
    for (const fault of shuffled(allFaults(), context.random)) {
      if (context.deadline.aborted) break
      const found = await failAt(context, { toml: models.toml, template, actions, fault })
      done += 1
      if (found.hasEnded) ended += 1
      losses.push(...found.losses)
      if (done % 25 === 0) context.log(`${done} faults, ${ended} ends, ${losses.length} losses`)
    }
    return { losses, values: { faults: allFaults().length, done, 'ended by itself': ended } }
  },
}

function allFaults(): Fault[] {
  return CALLS.flatMap((call) =>
    ERRORS.flatMap((error) =>
      LASTING.flatMap((isLasting) =>
        Array.from({ length: POSITIONS }, (_, index) => {
          const first = index + 1
          const when = isLasting ? `${first}..${first + LASTING_CALLS}` : `${first}`
          return { call, error, when }
        }),
      ),
    ),
  )
}

interface FailOptions {
  toml: string
  template: Template
  actions: readonly string[]
  fault: Fault
}

async function failAt(context: AttackContext, { toml, template, actions, fault }: FailOptions) {
  const { call, error, when } = fault
  const told = `${error} at ${call} ${when}`
  const folder = copyOf(template, join(context.folder, `${call}-${error}-${when}`))
  const ledger = new Ledger()
  const start = (prefix: readonly string[] = []): Promise<AttackedService> =>
    context.start({ folder, toml, prefix })
  let hasEnded = true
  // A start that finds its disk failing may refuse.
  const first = await start(failing(fault)).catch(() => undefined)
  if (first !== undefined) {
    // What is refused meanwhile is in order: only what was acknowledged counts.
    await runSequence(first.url, template.keys, ledger, { actions, random: () => 0.1 })
    hasEnded = await endsSoon(first)
    await first[Symbol.asyncDispose]()
  }
  const second = await start().catch((thrown: unknown) => String(thrown))
  if (typeof second === 'string') return { hasEnded, losses: [`${told}: ${second}`] }
  await using service = second
  const late = Bun.sleep(SETTLE_MS).then(() => ['the work after it did not end'])
  const losses = await Promise.race([settle(service, ledger), late])
  losses.push(...(await lastingFaults(service, ledger)))
  if (first !== undefined && hasEnded) losses.push('the process has ended')
  if (losses.length === 0) rmSync(folder, { recursive: true, force: true })
  return { hasEnded, losses: losses.map((loss) => `${told}: ${loss}`) }
}

/**
 * Command before a service in which each thread's n-th call of one kind fails.
 *
 * @param when As `7` or, for that one and those behind it, `7..27`
 */
function failing({ call, error, when }: Fault): readonly string[] {
  const inject = `inject=${call}:error=${error}:when=${when}`
  const quietly = ['-D', '-f', '-qq', '-o', '/dev/null']
  return ['strace', '--seccomp-bpf', ...quietly, '-e', `trace=${call}`, '-e', inject]
}
