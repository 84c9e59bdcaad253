import { join } from 'node:path'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { FileState } from '../../db/examine-file.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { VERSION } from '../../platform/version.ts'
import { sizeText, statOf } from './file-facts.ts'

const ID = 'database'
const WORKER = join(import.meta.dir, 'examine-database.ts')

/** The database of an installation, read from outside of the service. */
export class DatabaseFile {
  readonly #path: string
  #isInUse: Promise<boolean> | undefined

  constructor(folder: string) {
    this.#path = join(folder, 'hearth.sqlite')
  }

  /** Whether a service has it open; asked once. */
  isInUse(signal: AbortSignal): Promise<boolean> {
    this.#isInUse ??= this.#examine('start', signal).then(({ state }) => state === 'in_use')
    return this.#isInUse
  }

  get check(): Check {
    return {
      id: ID,
      run: async (signal) => {
        const size = sizeText((await statOf(this.#path))?.size ?? 0)
        return [findingOf(await this.#examine('whole', signal), this.#path, size)]
      },
    }
  }

  async #examine(how: 'start' | 'whole', signal: AbortSignal): Promise<FileState> {
    const child = Bun.spawn([process.execPath, '--no-env-file', WORKER, this.#path, how], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    const result = tryParseJson(stdout)
    if (result.ok && matches(FileState, result.value)) return result.value
    const reason = /^(?:\w*Error): (.*)$/m.exec(stderr)?.[1] ?? stderr.trim().slice(-200)
    throw new Error(`the database could not be read: ${reason}`)
  }
}

function findingOf(found: FileState, path: string, size: string): Finding {
  switch (found.state) {
    case 'absent':
      return {
        id: ID,
        level: 'info',
        says: `There is no database ${path} yet: the first start makes it`,
      }
    case 'in_use':
      return { id: ID, level: 'ok', says: 'Hearth is running and has the database open' }
    case 'sound':
      return schemaFinding(found, `The database is sound (${size}, by quick_check)`)
    case 'damaged':
      return {
        id: ID,
        level: 'error',
        says: `The database ${path} is damaged: ${found.reason}`,
        fix: `Keep a copy of ${path}, then restore the newest backup`,
      }
  }
}

function schemaFinding(
  { pending, newer, version }: Extract<FileState, { state: 'sound' }>,
  sound: string,
): Finding {
  if (newer) {
    const author = version === undefined ? 'a newer Hearth' : `Hearth ${version}`
    const says = `The database is of ${author}, and this is Hearth ${VERSION}, which knows less: it cannot start`
    const fix =
      'Start the newer version, or go back to the backup from before the upgrade: npm run restore -- FILE'
    return { id: ID, level: 'error', says, fix }
  }
  if (pending === 0) return { id: ID, level: 'ok', says: sound }
  const says = `${sound}, and of an older version: the next start upgrades it, and makes a backup before`
  return { id: ID, level: 'info', says }
}
