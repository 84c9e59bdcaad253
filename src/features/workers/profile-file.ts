import { type Static, Type } from '@sinclair/typebox'
import { isForeignName } from '../../core/tools/tool.ts'
import { firstError, matches } from '../../platform/check.ts'
import { FrontMatterError, parseFrontMatter } from '../../platform/front-matter.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import { errorSentence } from '../../platform/schema-error.ts'
import { MAX_FOLLOWED_LINKS } from '../web-pages/tools.ts'
import { LINKS_PER_HOST } from './tools/fetch-page.ts'
import {
  SERVICE_TOOLS,
  WORKER_TOOLS,
  type WorkerProfile,
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
const FrontMatter = Type.Object(
  {
    name: Type.String(),
    description: Type.String({ minLength: 1, maxLength: 1024 }),
    tools: Type.Array(Type.String(), { minItems: 1, maxItems: 32 }),
    /** Skills whose instructions are added to that of the profile. */
    skills: Type.Optional(Type.Array(Type.String(), { maxItems: 16 })),
    bounds: Type.Optional(
      Type.Object(
        {
          steps: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PROFILE_STEPS })),
          seconds: Type.Optional(
            Type.Integer({ minimum: MIN_WORKER_SECONDS, maximum: MAX_WORKER_SECONDS }),
          ),
          /** With attached files. */
          links_per_host: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FOLLOWED_LINKS })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
type FrontMatter = Static<typeof FrontMatter>

/** A profile that cannot be used. The message is for its author. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

/** What a profile's file does not say itself. */
export interface ProfileDefaults {
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
export function parseProfile(
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
