import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../platform/error-code.ts'
import type { Log } from '../../platform/log.ts'
import {
  MAX_PROFILE_BYTES,
  type ProfileDefaults,
  ProfileError,
  parseProfile,
} from './profile-file.ts'
import type { WorkerProfile, WorkerProfiles } from './worker-profile.ts'

const FILE = 'PROFILE.md'
const SHIPPED_FOLDER = join(import.meta.dir, 'shipped')
/**
 * Folders of the owner's that are read; more are left out with a fault.
 * @limit worker-profiles count
 */
export const MAX_OWN_PROFILES = 100

/**
 * Origin of a profile: shipped with Hearth, the owner's, or the owner's in place of a shipped one.
 */
type ProfileSource = 'shipped' | 'own' | 'override'

export interface ListedProfile {
  profile: WorkerProfile
  source: ProfileSource
}

/** A profile of the owner's that cannot be used, and why. */
export interface InvalidProfile {
  name: string
  fault: string
}

type Parsed = { profile: WorkerProfile } | { fault: string }

interface FileWorkerProfilesOptions extends ProfileDefaults {
  /** Folder of the owner's profiles, one subfolder for each; undefined for none. */
  folder: string | undefined
  log: Log
  /** Milliseconds. */
  now?: () => number
}

/** After this time the folder is read again. */
const NAMES_MS = 1_000

/**
 * The profiles that are shipped with Hearth, and the owner's, which take precedence. The owner's
 * are looked up on every use and read anew when their file has changed. One that cannot be used
 * is not there, also where it would replace a shipped one: the owner meant other bounds than those.
 */
export class FileWorkerProfiles implements WorkerProfiles {
  readonly #options: FileWorkerProfilesOptions
  #shipped: ReadonlyMap<string, WorkerProfile> | undefined
  readonly #read = new Map<string, { version: string; parsed: Parsed }>()
  readonly #logged = new Map<string, string>()
  #recent: { names: readonly string[]; until: number } | undefined

  constructor(options: FileWorkerProfilesOptions) {
    this.#options = options
  }

  find(name: string): WorkerProfile | undefined {
    return this.list().find(({ profile }) => profile.name === name)?.profile
  }

  /** Sorted. */
  get names(): readonly string[] {
    return this.list().map(({ profile }) => profile.name)
  }

  /** The names as they were at most a second ago, for what every request asks. */
  get recentNames(): readonly string[] {
    const now = (this.#options.now ?? performance.now.bind(performance))()
    if (this.#recent === undefined || now >= this.#recent.until) {
      this.#recent = { names: this.names, until: now + NAMES_MS }
    }
    return this.#recent.names
  }

  /** By name. */
  list(): readonly ListedProfile[] {
    const shipped = this.#shippedProfiles
    const own = this.#ownProfiles()
    const names = [...new Set([...shipped.keys(), ...own.keys()])].sort()
    return names.flatMap((name): ListedProfile[] => {
      const parsed = own.get(name)
      const original = shipped.get(name)
      if (parsed === undefined)
        return original === undefined ? [] : [{ profile: original, source: 'shipped' }]
      if (!('profile' in parsed)) return []
      return [{ profile: parsed.profile, source: original === undefined ? 'own' : 'override' }]
    })
  }

  /** The owner's profiles that cannot be used, by name. */
  get faults(): readonly InvalidProfile[] {
    return [...this.#ownProfiles()]
      .flatMap(([name, parsed]) => ('fault' in parsed ? [{ name, fault: parsed.fault }] : []))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  get #shippedProfiles(): ReadonlyMap<string, WorkerProfile> {
    this.#shipped ??= new Map(
      readdirSync(SHIPPED_FOLDER).map((name) => {
        const content = readFileSync(join(SHIPPED_FOLDER, name, FILE), 'utf8')
        return [name, parseProfile(name, content, this.#options)]
      }),
    )
    return this.#shipped
  }

  #ownProfiles(): ReadonlyMap<string, Parsed> {
    const { folder } = this.#options
    const found = new Map<string, Parsed>()
    if (folder === undefined) return found
    for (const [index, name] of foldersIn(folder).entries()) {
      const parsed =
        index < MAX_OWN_PROFILES
          ? this.#parsed(name, join(folder, name, FILE))
          : { fault: `only the first ${MAX_OWN_PROFILES} profiles are read` }
      if (parsed === undefined) continue
      found.set(name, parsed)
      this.#logOnce(name, parsed)
    }
    return found
  }

  /** @returns undefined for a folder without the file */
  #parsed(name: string, path: string): Parsed | undefined {
    const file = statSync(path, { throwIfNoEntry: false, bigint: true })
    if (file === undefined) return undefined
    const version = `${file.ino} ${file.size} ${file.mtimeNs} ${file.ctimeNs}`
    const known = this.#read.get(name)
    if (known?.version === version) return known.parsed
    const parsed: Parsed = !file.isFile()
      ? { fault: `${FILE} is not a file` }
      : file.size > MAX_PROFILE_BYTES
        ? { fault: `${FILE} is longer than ${MAX_PROFILE_BYTES} bytes` }
        : this.#parse(name, path)
    this.#read.set(name, { version, parsed })
    return parsed
  }

  #parse(name: string, path: string): Parsed {
    try {
      return { profile: parseProfile(name, readFileSync(path, 'utf8'), this.#options) }
    } catch (error) {
      if (error instanceof ProfileError) return { fault: error.message }
      return { fault: `${FILE} cannot be read: ${String(codeOf(error))}` }
    }
  }

  #logOnce(name: string, parsed: Parsed): void {
    const fault = 'fault' in parsed ? parsed.fault : undefined
    if (this.#logged.get(name) === fault) return
    if (fault === undefined) {
      this.#logged.delete(name)
      return
    }
    this.#logged.set(name, fault)
    this.#options.log.warn({ profile: name, fault }, 'Cannot use a profile of workers')
  }
}

/** Sorted; none where the folder is not there or cannot be read. */
function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch {
    return []
  }
}
