import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { isForeignName } from '../../core/tools/tool.ts'
import { firstError, matches } from '../../platform/check.ts'
import { codeOf } from '../../platform/errors.ts'
import { FrontMatterError, parseFrontMatter } from '../../platform/front-matter.ts'
import type { Log } from '../../platform/log.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import { errorSentence } from '../../platform/schema-error.ts'
import { closedObject } from '../../platform/schemas.ts'
import { MAX_FOLLOWED_LINKS } from '../web-pages/tools.ts'
import { LINKS_PER_HOST } from './toolbox.ts'
import {
  SERVICE_TOOLS,
  WORKER_TOOLS,
  type WorkerProfile,
  type WorkerProfiles,
  type WorkerToolName,
} from './worker-profile.ts'

/** A profile's name, which is that of its folder as well. */
const PROFILE_NAME = /^[a-z0-9_]{1,32}$/
/** A profile's file may not be longer. @limit worker-profile KiB */
export const MAX_PROFILE_BYTES = 64 * 1024
/**
 * Answers of the model in one job: the most that a profile may allow, and what it allows by itself.
 * @limit worker-steps-max count
 */
export const MAX_PROFILE_STEPS = 100
/** @limit worker-steps count */
export const DEFAULT_PROFILE_STEPS = 40
/**
 * The most that a profile, and the setting for all of them, may allow a job.
 * @limit worker-time-max seconds
 */
export const MAX_WORKER_SECONDS = 1_800
const MIN_WORKER_SECONDS = 10

/** The front matter of PROFILE.md. */
const FrontMatter = closedObject({
  name: Type.String(),
  description: Type.String({ minLength: 1, maxLength: 1024 }),
  tools: Type.Array(Type.String(), { minItems: 1, maxItems: 32 }),
  /** Skills whose instructions are added to that of the profile. */
  skills: Type.Optional(Type.Array(Type.String(), { maxItems: 16 })),
  bounds: Type.Optional(
    closedObject({
      steps: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PROFILE_STEPS })),
      seconds: Type.Optional(
        Type.Integer({ minimum: MIN_WORKER_SECONDS, maximum: MAX_WORKER_SECONDS }),
      ),
      /** With attached files. */
      links_per_host: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FOLLOWED_LINKS })),
    }),
  ),
})
type FrontMatter = Static<typeof FrontMatter>

/** A profile that cannot be used. The message is for its author. */
class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

/** What a profile's file does not say itself. */
interface ProfileDefaults {
  maxSeconds: number
  /** The instruction of a skill; undefined where there is none of this name. */
  skillInstruction: (name: string) => string | undefined
  /** Tools of servers of others that the settings offer. */
  foreignTools: readonly string[]
}

/**
 * Reads a PROFILE.md: front matter, then what the model is told.
 *
 * @throws {ProfileError} with the first fault
 */
function parseProfile(
  name: string,
  content: string,
  { maxSeconds, skillInstruction, foreignTools }: ProfileDefaults,
): WorkerProfile {
  if (!PROFILE_NAME.test(name))
    throw new ProfileError('the name of its folder may have 1 to 32 of a-z, 0-9 and _ only')
  const { fields, body } = frontMatterOf(content)
  if (fields.name !== name) throw new ProfileError(`it is named ${fields.name}, not ${name}`)
  if (body === '') throw new ProfileError('there is no instruction below the front matter')
  const { description, tools, skills = [], bounds = {} } = fields
  return {
    name,
    description,
    tools: [...new Set(tools.map((tool) => toolOf(tool, foreignTools)))],
    maxSteps: bounds.steps ?? DEFAULT_PROFILE_STEPS,
    maxSeconds: bounds.seconds ?? maxSeconds,
    linksPerHost: bounds.links_per_host ?? LINKS_PER_HOST,
    instruction: [body, ...skills.map((skill) => skillText(skill, skillInstruction))].join('\n\n'),
  }
}

function frontMatterOf(content: string): { fields: FrontMatter; body: string } {
  try {
    const { fields, body } = parseFrontMatter(content)
    if (matches(FrontMatter, fields)) return { fields, body }
    throw new ProfileError(errorSentence(firstError(FrontMatter, fields)))
  } catch (error) {
    throw error instanceof FrontMatterError ? new ProfileError(error.message) : error
  }
}

function toolOf(name: string, foreignTools: readonly string[]): WorkerToolName {
  const own = [...WORKER_TOOLS, ...SERVICE_TOOLS]
  const known = own.find((tool) => tool === name)
  if (known !== undefined) return known
  if (isForeign(name) && foreignTools.includes(name)) return name
  const names = [...own, ...foreignTools]
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? `there are ${names.join(', ')}` : `did you mean ${nearest}?`
  throw new ProfileError(`there is no tool ${name.slice(0, 64)}: ${hint}`)
}

function isForeign(name: string): name is `${string}__${string}` {
  return isForeignName(name)
}

function skillText(name: string, skillInstruction: ProfileDefaults['skillInstruction']): string {
  const text = skillInstruction(name)
  if (text !== undefined) return `# Skill ${name}\n\n${text}`
  throw new ProfileError(`there is no skill ${name.slice(0, 64)}`)
}

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
