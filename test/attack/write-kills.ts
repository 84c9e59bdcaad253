import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { RESULTS_FOLDER } from '../suite/parts.ts'
import { buildStarts } from '../support/build-starts.ts'
import { SHORT_LIFE } from '../support/process.ts'
import type { AttackedService } from './attacked-service.ts'
import type { AttackContext, Driver } from './driver.ts'
import { type HeldCall, holdCalls, holdingFault } from './held-calls.ts'
import { Images, type Position } from './images.ts'
import { Ledger } from './ledger.ts'
import { startModels } from './models.ts'
import { lastingFaults } from './records.ts'
import { copyOf, makeTemplate, runSequence, type Template, usableActions } from './sequence.ts'
import { settle } from './settle.ts'
import { shuffled } from './shuffled.ts'

const CLIENTS = 7
const SLOW_MS = 30_000
const SETTLE_MS = 120_000
/** Checks wait for the service half of their time. */
const CHECKS_AT_ONCE = 3
/** Real kills of each run that is recorded, evenly spread. */
const KILLS = 10
/** For answers that were sent before a call is held, to be read by their clients. */
const READ_MS = 3
/** In which the children of a killed service end. */
const CHILDREN_MS = 20_000
/** Services clear away what is older; a recording is not checked at another day than it was made. */
const RECORDING_MS = 12 * 3_600_000
const STORE = `${RESULTS_FOLDER}/write-kills`

/**
 * Command before a service that cannot give its workers disks of their own, where it otherwise would: the
 * kernel writes to these at any time, and not by calls that can be held. The driver `kills` has them.
 */
function withoutDisks(): readonly string[] {
  const program = Bun.which('fallocate')
  if (program === null || Bun.spawnSync(['unshare', '--mount', 'true']).exitCode !== 0) return []
  const script = 'mount --bind /dev/null "$0" && exec "$@"'
  return ['unshare', '--mount', 'sh', '-c', script, program]
}

/** What the checks need of the run that was recorded. */
interface Recorded {
  at: number
  template: string
  keys: readonly string[]
}

/**
 * Kills the service at each of its writes. A fixed sequence of requests runs once, and is held before each
 * call that changes the data folder: what is there, and what the clients know, is kept as the image of a
 * kill in this moment. SQLite recovers the database of every image, and a service starts on each that is
 * then another than the others. At some positions the service is really killed, which must leave the very
 * bytes of the image.
 *
 * Where the time is too short for all, the next run goes on with what is left, as long as the code is the
 * same; images with faults are among it.
 */
export const writeKills: Driver = {
  name: 'write-kills',
  async run(context) {
    const fault = await holdingFault(context.folder)
    if (fault !== undefined) return { losses: [fault], values: {} }
    await buildStarts()
    await using models = startModels(() => 0.1)
    return await new WriteKills(context, models.toml, await usableActions()).run()
  },
}

/** An image to check, or a position to kill at, with the name by which the list of what is done has it. */
interface Task {
  name: string
  /** For the log. */
  about: string
  run: () => Promise<string[]>
}

class WriteKills {
  readonly #context: AttackContext
  readonly #toml: string
  readonly #actions: readonly string[]
  readonly #images = new Images<Recorded>(STORE)
  readonly #withoutDisks = withoutDisks()
  #folders = 0

  constructor(context: AttackContext, toml: string, actions: readonly string[]) {
    this.#context = context
    this.#toml = toml
    this.#actions = actions
  }

  /** Checks what is open, until the deadline. */
  async run() {
    const { log, random, deadline } = this.#context
    const { positions, more } = await this.#recording()
    const done = this.#images.done()
    const groups = Map.groupBy(positions, nameOf)
    const checks = [...groups].map(
      ([name, same]): Task => ({
        name,
        about: same[0]?.name ?? '',
        run: () => this.#check(same),
      }),
    )
    const kills = Array.from({ length: KILLS }, (_, index): Task => {
      const at = Math.floor(((index + 0.5) / KILLS) * positions.length)
      const name = `kill ${at}`
      return { name, about: name, run: () => this.#killAt(at, more) }
    })
    const all = shuffled([...checks, ...kills], random)
    const open = all.filter(({ name }) => !done.has(name))
    const images = new Set(positions.map(({ image }) => image)).size
    log(`${positions.length} positions, ${images} images, ${groups.size} states`)
    log(`${open.length} checks are left`)
    const losses: string[] = []
    let [now, killed] = [0, 0]
    const left = open.values()
    const takeTasks = async () => {
      // Shared by all who take from it.
      for (const { name, about, run } of left) {
        if (deadline.aborted) break
        const since = performance.now()
        // An answer that none of the comparisons expects is thrown.
        const faults = await run().catch((error: unknown) => [`${about}: ${String(error)}`])
        const tookMs = performance.now() - since
        if (tookMs > SLOW_MS) log(`${about}: ${tookMs.toFixed(0)} ms`)
        for (const fault of faults) log(fault)
        losses.push(...faults)
        now += 1
        if (now % 50 === 0) log(`${now} of ${open.length}, ${losses.length} losses`)
        if (faults.length > 0) continue
        done.add(name)
        this.#images.addDone(name)
        if (name.startsWith('kill')) killed += 1
      }
    }
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, takeTasks))
    const reached = [...groups].flatMap(([name, same]) => (done.has(name) ? same : []))
    const values = {
      positions: `${reached.length}/${positions.length}`,
      images,
      states: `${checks.filter(({ name }) => done.has(name)).length}/${checks.length}`,
      kills: `${kills.filter(({ name }) => done.has(name)).length}/${kills.length}`,
      now,
      killed,
    }
    return { losses, values }
  }

  /** That of an earlier run of the same code, until all of it is done; otherwise a new one. */
  async #recording() {
    const version = await versionOf(['src', 'drizzle', 'test/attack', 'test/support'])
    const earlier = this.#images.recording(version)
    if (earlier !== undefined && Date.now() - earlier.more.at < RECORDING_MS) {
      const done = this.#images.done()
      if (!earlier.positions.every((position) => done.has(nameOf(position)))) return earlier
    }
    this.#images.clear()
    return await this.#record(version)
  }

  /** Runs the sequence once, undisturbed, and keeps an image before each change. */
  async #record(version: string) {
    const since = performance.now()
    const template = await makeTemplate(this.#context, this.#toml, CLIENTS)
    const more = {
      at: Date.now(),
      template: this.#images.take(join(template.folder, 'data')),
      keys: template.keys,
    }
    const folder = copyOf(template, this.#newFolder())
    const ledger = new Ledger()
    const taken: Omit<Position, 'state'>[] = []
    const data = realpathSync(join(folder, 'data'))
    const take = async ({ name, path }: HeldCall) => {
      await Bun.sleep(READ_MS)
      const known = this.#images.put(JSON.stringify(ledger))
      const image = this.#images.take(data)
      taken.push({ name: `${taken.length} ${name} ${path}`, image, ledger: known })
    }
    using held = holdCalls(join(folder, 's'), data, take)
    await using service = await this.#start(folder, held.prefix)
    const faults = [
      ...(await this.#send(service, template, ledger)),
      ...(await settle(service, ledger)),
      ...(await lastingFaults(service, ledger)),
    ]
    if (faults.length > 0) throw new Error(`Without any kill: ${faults.join('; ')}`)
    // The calls of the shutdown are positions as well.
    await service.kill('SIGTERM')
    rmSync(folder, { recursive: true })
    const states = new Map<string, string>()
    for (const { image } of taken) {
      if (states.has(image)) continue
      const database = this.#newFolder()
      states.set(image, this.#images.stateOf(image, database))
      rmSync(database, { recursive: true })
    }
    const positions = taken.map((one) => ({ ...one, state: states.get(one.image) ?? '' }))
    this.#context.log(`recorded in ${((performance.now() - since) / 1000).toFixed(0)} s`)
    return this.#images.finish({ version, positions, more })
  }

  /** Starts a service on the image of one of the positions that have the same state. */
  async #check(same: readonly Position[]): Promise<string[]> {
    const [one] = shuffled(same, this.#context.random)
    if (one === undefined) return []
    const { name, image, ledger } = one
    const folder = this.#newFolder()
    this.#images.restore(image, join(folder, 'data'))
    const known = Ledger.parse(new TextDecoder().decode(this.#images.get(ledger)))
    const faults = await this.#faultsAfter(folder, known)
    const others = same.length > 1 ? ` and ${same.length - 1} more` : ''
    return faults.map((fault) => `before ${name}${others}: ${fault}`)
  }

  /** Kills a service at one of its positions, and compares what it leaves with the image of it. */
  async #killAt(at: number, { template: image, keys }: Recorded): Promise<string[]> {
    const folder = this.#newFolder()
    const data = join(folder, 'data')
    this.#images.restore(image, data)
    const template = { folder, keys }
    const ledger = new Ledger()
    let [count, name, taken] = [0, '', '']
    using held = holdCalls(join(folder, 's'), realpathSync(data), async (call) => {
      if (count === at) {
        name = `${call.name} ${call.path}`
        taken = this.#images.take(data)
        process.kill(await held.pid, 'SIGKILL')
      }
      count += 1
    })
    const faults: string[] = []
    // A kill before it listens makes the start fail.
    const first = await this.#start(folder, held.prefix).catch(() => undefined)
    if (first !== undefined) {
      await using service = first
      faults.push(...(await this.#send(service, template, ledger)))
      // The calls of work that goes on behind the answers, and of the shutdown, are positions as well.
      faults.push(...(await this.#follow(service, ledger)))
      await service.kill('SIGTERM')
    }
    if (taken === '') return [`the service made ${count} calls and was not killed at call ${at}`]
    const late = Bun.sleep(CHILDREN_MS).then(() => 'late')
    const isLate = (await Promise.race([held.ended, late])) === 'late'
    if (isLate) faults.push('its children did not end')
    else if (this.#images.take(data) !== taken)
      faults.push('it left other bytes than its image has')
    faults.push(...(await this.#faultsAfter(folder, ledger)))
    return faults.map((fault) => `killed at ${at} ${name}: ${fault}`)
  }

  /** What a service that starts on this folder has lost, doubled or not ended. */
  async #faultsAfter(folder: string, ledger: Ledger): Promise<string[]> {
    const started = await this.#start(folder).catch((error: unknown) => String(error))
    if (typeof started === 'string') return [started]
    await using service = started
    const faults = await Promise.race([settle(service, ledger), late('after it')])
    faults.push(...(await lastingFaults(service, ledger)))
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    return faults
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

  #newFolder(): string {
    this.#folders += 1
    return join(this.#context.folder, String(this.#folders))
  }

  #start(folder: string, prefix: readonly string[] = []): Promise<AttackedService> {
    const command = [...this.#withoutDisks, ...prefix]
    return this.#context.start({ folder, toml: this.#toml, prefix: command, env: SHORT_LIFE })
  }

  #send(service: AttackedService, { keys }: Template, ledger: Ledger): Promise<string[]> {
    const options = { actions: this.#actions, random: () => 0.1 }
    return runSequence(service.url, keys, ledger, options)
  }
}

/** By which the list of what is done has a position: that of all with the same state. */
function nameOf({ state, ledger }: Position): string {
  return `${state} ${ledger}`
}

async function late(when: string): Promise<string[]> {
  await Bun.sleep(SETTLE_MS)
  return [`the work ${when} did not end`]
}

/** One text for the content of all files of these folders. */
async function versionOf(folders: readonly string[]): Promise<string> {
  const scans = folders.map((folder) => Array.fromAsync(new Bun.Glob(`${folder}/**/*`).scan()))
  const paths = (await Promise.all(scans)).flat().sort()
  return sha256(paths.map((path) => `${path} ${sha256(readFileSync(path))}`).join('\n'))
}
