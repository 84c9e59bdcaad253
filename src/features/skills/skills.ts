import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { compileSchema } from '../../core/json-schema/compile-schema.ts'
import { schemaChecker } from '../../core/json-schema/schema-checker.ts'
import type { Commit } from '../../db/open.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { once } from '../../platform/once.ts'
import { fillOptions, invalid, parseSkill, type Skill, SkillName } from './skill.ts'

interface SkillsOptions {
  /** Folder of the owner's skills, one subfolder for each; undefined keeps them in memory only. */
  folder: string | undefined
  log: Log
}

/**
 * Origin of a skill: shipped with Hearth, the owner's, or the owner's in place of a shipped one.
 */
export type SkillSource = 'shipped' | 'own' | 'override'

/**
 * All skills: those shipped with Hearth, and the owner's, which take precedence. They are read from
 * disk at first use. A change applies to the next task.
 */
export class Skills {
  readonly #folder: string | undefined
  readonly #log: Log
  #own: Map<string, Skill> | undefined
  #names: readonly string[] | undefined

  constructor({ folder, log }: SkillsOptions) {
    this.#folder = folder
    this.#log = log
  }

  /** Sorted. */
  get names(): readonly string[] {
    this.#names ??= [...new Set([...shippedNames(), ...this.#ownSkills.keys()])].sort()
    return this.#names
  }

  /** @throws {AppError} `not_found` */
  get(name: string): Skill {
    const skill = this.#ownSkills.get(name) ?? shippedSkills().get(name)
    if (skill !== undefined) return skill
    throw new AppError('not_found', 'There is no such skill or agent task', { param: 'task' })
  }

  source(name: string): SkillSource {
    if (!this.#ownSkills.has(name)) return 'shipped'
    return shippedNames().has(name) ? 'override' : 'own'
  }

  /**
   * Stores a skill of the owner's and replaces one of the same name.
   *
   * @param commit When it throws, the skill has not changed
   * @returns Whether the name is new
   * @throws {AppError} `invalid` when the text is not a skill of this name
   */
  async put(name: string, content: string, commit: Commit): Promise<boolean> {
    const skill = parseNamedSkill(name, content)
    await requireSchemas(skill)
    const isNew = !this.names.includes(name)
    this.#change({ name, content }, commit)
    this.#ownSkills.set(name, skill)
    this.#names = undefined
    return isNew
  }

  /**
   * Removes a skill of the owner's. A shipped skill of the same name applies again.
   *
   * @param commit When it throws, the skill has not changed
   * @throws {AppError} `not_found`; `conflict` for a shipped skill
   */
  remove(name: string, commit: Commit): void {
    this.get(name)
    if (!this.#ownSkills.has(name)) {
      throw new AppError(
        'conflict',
        'Cannot delete a skill that comes with Hearth: only replace it',
      )
    }
    this.#change({ name, content: undefined }, commit)
    this.#ownSkills.delete(name)
    this.#names = undefined
  }

  #change(file: SkillFileChange, commit: Commit): void {
    if (this.#folder === undefined) commit(() => {})
    else changeSkillFile(this.#folder, file, commit)
  }

  /** An unreadable file of the owner's is skipped, so that the other skills work. */
  get #ownSkills(): Map<string, Skill> {
    if (this.#own !== undefined) return this.#own
    this.#own = new Map()
    const files = this.#folder === undefined ? [] : readSkillFiles(this.#folder)
    for (const { name, content } of files) {
      try {
        this.#own.set(name, trustedSkill(name, content))
      } catch (err) {
        this.#log.warn({ skill: name, err }, 'Cannot read a skill: skipped')
      }
    }
    return this.#own
  }
}

/** A skill of the local disk: its schemas are compiled on the main thread. */
function trustedSkill(name: string, content: string): Skill {
  const skill = parseNamedSkill(name, content)
  requireTrustedSchemas(skill)
  return skill
}

/** The name becomes a folder's name, so it is checked here for every caller. */
function parseNamedSkill(name: string, content: string): Skill {
  if (!matches(SkillName, name)) throw invalid('its name may hold a-z, 0-9, _ and - only')
  const skill = parseSkill(content)
  if (skill.name !== name) throw invalid(`it is named ${skill.name}, not ${name}`)
  return skill
}

const FILE = 'SKILL.md'

/** The folder of the skills that are shipped with Hearth. */
const SHIPPED_FOLDER = join(import.meta.dir, 'shipped')

/** Known without reading the skills: the first request of a credential's rights asks for them. */
const shippedNames = once((): ReadonlySet<string> => new Set(readdirSync(SHIPPED_FOLDER)))

/** Read once: they are part of the program, whose tests compile their schemas. */
const shippedSkills = once(
  (): ReadonlyMap<string, Skill> =>
    new Map(
      readSkillFiles(SHIPPED_FOLDER).map(({ name, content }) => [
        name,
        parseNamedSkill(name, content),
      ]),
    ),
)

/** The SKILL.md of one folder. */
interface SkillFile {
  /** Name of the folder, which must be the name of the skill. */
  name: string
  content: string
}

/** Reads the SKILL.md of each subfolder; empty when the folder does not exist. */
function readSkillFiles(folder: string): SkillFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => ({ name, path: join(folder, name, FILE) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, content: readFileSync(path, 'utf8') }))
}

/** A new content of a skill's file, or undefined to remove it. */
type SkillFileChange = Pick<SkillFile, 'name'> & { content: string | undefined }

/**
 * Replaces or removes the SKILL.md of a skill inside `commit`. The change is atomic: after a crash
 * the file is the old one or the new one. When the commit fails, the old file is put back. The
 * folder of a removed skill stays when it holds other files.
 */
function changeSkillFile(folder: string, { name, content }: SkillFileChange, commit: Commit): void {
  const own = join(folder, name)
  const path = join(own, FILE)
  const draft = join(own, randomId('draft_'))
  const old = join(own, randomId('old_'))
  mkdirSync(own, { recursive: true })
  const isNew = !existsSync(path)
  let isChanged = false
  try {
    // Whatever needs room on the disk is written before the commit.
    if (!isNew) copyFileSync(path, old)
    if (content !== undefined) writeFileSync(draft, content)
    commit(() => {
      if (content === undefined) rmSync(path, { force: true })
      else renameSync(draft, path)
      isChanged = true
    })
  } catch (error) {
    if (isChanged && isNew) rmSync(path, { force: true })
    else if (isChanged) renameSync(old, path)
    throw error
  } finally {
    rmSync(draft, { force: true })
    rmSync(old, { force: true })
    if (readdirSync(own).length === 0) rmdirSync(own)
  }
}

/** In the queue of checks, for skills that administrators put. */
const SKILLS_OWNER = 'skills'

/**
 * Refuses a caller's skill whose schemas cannot be used. They are compiled in the worker thread.
 *
 * @throws {AppError} `invalid` with the first fault
 */
export async function requireSchemas(skill: Skill): Promise<void> {
  for (const [field, schema] of schemasOf(skill)) {
    const refusal = await schemaChecker.refusal(schema, SKILLS_OWNER)
    if (refusal !== undefined) throw invalidSchema(field, refusal)
  }
}

/**
 * The same on the main thread, for a skill of the local disk.
 *
 * @throws {AppError} `invalid` with the first fault
 */
export function requireTrustedSchemas(skill: Skill): void {
  for (const [field, schema] of schemasOf(skill)) {
    try {
      compileSchema(schema)
    } catch (cause) {
      throw invalidSchema(field, cause instanceof Error ? cause.message : 'unknown fault', cause)
    }
  }
}

function schemasOf({ input, options, result }: Skill): [field: string, schema: object][] {
  return [
    ['input', input],
    ['options', options],
    ['result', Object(fillOptions(result, {}) ?? {})],
  ]
}

function invalidSchema(field: string, reason: string, cause?: unknown) {
  return invalid(`/${field} is not a JSON Schema: ${reason.slice(0, 200)}`, cause)
}
