import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AttackedService } from './attacked-service.ts'
import { donePositions } from './done-positions.ts'
import { type AttackContext, type Driver, skipped } from './driver.ts'
import { Ledger } from './ledger.ts'
import { startModels } from './models.ts'
import { lastingFaults } from './records.ts'
import { copyOf, makeTemplate, runSequence, type Template, usableActions } from './sequence.ts'
import { settle } from './settle.ts'
import { shuffled } from './shuffled.ts'
import { HAS_STRACE, killing, killsAtCalls, mostCalls, tracing, type Write } from './strace.ts'

const CLIENTS = 7
const SLOW_MS = 30_000
const SETTLE_MS = 120_000
/** Rounds wait for the service half of their time. */
const ROUNDS_AT_ONCE = 2
/** What a process that was killed exits with. */
const KILLED = 137

export interface Position {
  call: Write
  when: number
}

/**
 * Kills the service at each of its writes: a fixed sequence of requests is counted once, and run again
 * for every position of the part, in random order. Where the time is too short for all, the next run goes
 * on with those that are left; those with faults are among them.
 */
export const writeKills: Driver = {
  name: 'write-kills',
  async run(context) {
    if (!HAS_STRACE) return skipped('strace is not installed')
    if (!killsAtCalls()) return skipped('a process cannot be traced')
    await using models = startModels(() => 0.1)
    const rounds = new CoalescedTask(context, models.toml, await usableActions())
    const template = await makeTemplate(context, models.toml, CLIENTS)
    const all = await rounds.count(template)
    const { number, of } = context.part
    // By their own numbers, as two runs of the sequence differ by some calls.
    const positions = all.filter(({ when }) => when % of === number - 1)
    const earlier = donePositions(all)
    const open = positions.filter((position) => !earlier.has(position))
    context.log(`${open.length} of ${all.length} positions are left of this part`)
    const losses: string[] = []
    let done = 0
    let killed = 0
    const left = inOrder(open, context.random).values()
    const takeRounds = async () => {
      // Shared by all who take from it.
      for (const position of left) {
        if (context.deadline.aborted) break
        const since = performance.now()
        const found = await rounds.killAt(template, position)
        const tookMs = performance.now() - since
        if (tookMs > SLOW_MS)
          context.log(`${position.call} ${position.when}: ${tookMs.toFixed(0)} ms`)
        done += 1
        if (found.isKilled) killed += 1
        losses.push(...found.faults)
        if (found.faults.length === 0) earlier.add(position)
        for (const fault of found.faults) context.log(fault)
        if (done % 25 === 0)
          context.log(`${done} of ${open.length}, ${killed} killed, ${losses.length} losses`)
      }
    }
    await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, takeRounds))
    return { losses, values: { now: done, killed, done: `${earlier.size}/${all.length}` } }
  },
}

/** At random, but first what writes to files: most calls of `write` are of the log, pipes and sockets. */
function inOrder(positions: readonly Position[], random: () => number): readonly Position[] {
  const isOther = ({ call }: Position) => call === 'write'
  const files = positions.filter((position) => !isOther(position))
  return [...shuffled(files, random), ...shuffled(positions.filter(isOther), random)]
}

async function late(when: string): Promise<string[]> {
  await Bun.sleep(SETTLE_MS)
  return [`the work ${when} did not end`]
}

class CoalescedTask {
  readonly #context: AttackContext
  readonly #toml: string
  readonly #actions: readonly string[]

  constructor(context: AttackContext, toml: string, actions: readonly string[]) {
    this.#context = context
    this.#toml = toml
    this.#actions = actions
  }

  /** Every position of the sequence, by an undisturbed run. */
  async count(template: Template): Promise<readonly Position[]> {
    const folder = copyOf(template, join(this.#context.folder, 'count'))
    const files = join(folder, 'trace')
    const ledger = new Ledger()
    await using service = await this.#start(folder, tracing(files))
    const faults = [
      ...(await this.#send(service, template, ledger)),
      ...(await settle(service, ledger)),
      ...(await lastingFaults(service, ledger)),
    ]
    if (faults.length > 0) throw new Error(`Without any kill: ${faults.join('; ')}`)
    await service.kill('SIGTERM')
    return [...mostCalls(files)].flatMap(([call, most]) =>
      Array.from({ length: most }, (_, index) => ({ call, when: index + 1 })),
    )
  }

  async killAt(template: Template, { call, when }: Position) {
    const told = `killed at ${call} ${when}`
    const folder = copyOf(template, join(this.#context.folder, `${call}-${when}`))
    const ledger = new Ledger()
    let faults: string[] = []
    let isKilled = true
    // A kill before it listens makes the start fail.
    const first = await this.#start(folder, killing(call, when)).catch(() => undefined)
    if (first !== undefined) {
      faults = await this.#send(first, template, ledger)
      // The calls of work that goes on behind the answers, and of the shutdown, are positions as well.
      faults.push(...(await this.#follow(first, ledger)))
      await first.kill('SIGTERM')
      isKilled = (await first.exited) === KILLED
      await first[Symbol.asyncDispose]()
    }
    const second = await this.#start(folder).catch((error: unknown) => String(error))
    if (typeof second === 'string') return { isKilled, faults: [`${told}: ${second}`] }
    await using service = second
    faults.push(...(await Promise.race([settle(service, ledger), late('after it')])))
    faults.push(...(await lastingFaults(service, ledger)))
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    return { isKilled, faults: faults.map((fault) => `${told}: ${fault}`) }
  }

  /** Waits for the end of all work, or of the service. A tool that was killed may fail its job. */
  async #follow(service: AttackedService, ledger: Ledger): Promise<string[]> {
    const ended = service.exited.then((): string[] => [])
    const settled = settle(service, ledger, { mayFail: true }).catch(async (error: unknown) => {
      if (error instanceof Error) return await ended
      throw error
    })
    return await Promise.race([settled, ended, late('before it')])
  }

  #start(folder: string, prefix: readonly string[] = []): Promise<AttackedService> {
    return this.#context.start({ folder, toml: this.#toml, prefix })
  }

  #send(service: AttackedService, { keys }: Template, ledger: Ledger): Promise<string[]> {
    const options = { actions: this.#actions, random: () => 0.1 }
    return runSequence(service.url, keys, ledger, options)
  }
}
