import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_LANE,
  AttachmentSource,
  PREPARATION_MS,
  spooledIds,
} from '../../core/attachments/attachment.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Caller } from '../../core/caller.ts'
import type { Models } from '../../core/engines/models.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { isForeignName } from '../../core/tools/tool.ts'
import type { Message } from '../../engines/contract/text.ts'
import { AppError, isNoEngine } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import type { JobFolders } from './job-folders.ts'
import { WorkerPiece } from './pieces.ts'
import { prepareInputs } from './prepare-inputs.ts'
import { type LoopParts, WorkerLoop } from './worker-loop.ts'
import {
  KNOWLEDGE_TOOL,
  type RequireWorkerProfile,
  type WorkerBudgets,
  type WorkerProfile,
} from './worker-profile.ts'
import { systemPrompt, workerRequirements } from './worker-turn.ts'

/** Jobs of workers that run at a time. @limit worker-lane count */
export const WORKER_LANE_WIDTH = 1
export const WORKER_LANE = 'worker'
/** Code points. @limit worker-brief characters */
export const MAX_BRIEF_CHARACTERS = 32_000

export const WorkerInput = Type.Object({
  profile: Type.String(),
  brief: Type.String({ minLength: 1 }),
  /** As in a request: `auto`, an engine's id, `engine/model`, or a model. */
  model: Type.String(),
  attachments: Type.Optional(Type.Array(AttachmentSource)),
  /** Ids of collections of knowledge that it may search. */
  collections: Type.Optional(Type.Array(Type.String())),
})
export type WorkerInput = Static<typeof WorkerInput>

export const WorkerResult = Type.Object({
  answer: Type.String(),
  engine: Type.String(),
  model: Type.String(),
})
export type WorkerResult = Static<typeof WorkerResult>

/**
 * Checks that a caller may have all these collections searched.
 *
 * @throws {AppError} `capability_denied`; `not_found` for one that it may not read
 */
export type RequireCollections = (caller: Caller, ids: readonly string[]) => void

interface WorkerTaskOptions extends LoopParts {
  requireProfile: RequireWorkerProfile
  requireCollections: RequireCollections
  budgets: WorkerBudgets
  models: Models
  preparation: AttachmentPreparation
  folders: JobFolders
  /** Called when a job has ended and what it worked in is removed. */
  onEnded: () => void
  log: Log
}

/** A job of a worker: a brief that a model works on by itself, with tools, in a sandbox. */
export function workerTask(options: WorkerTaskOptions) {
  const {
    requireProfile,
    requireCollections,
    budgets,
    models,
    preparation,
    folders,
    sandbox,
    logs,
    log,
  } = options

  return defineTask<typeof WorkerInput, typeof WorkerResult, unknown, typeof WorkerPiece>({
    kind: 'worker',
    idPrefix: 'wrk_',
    lanes: [WORKER_LANE, ATTACHMENT_LANE],
    firstLane: (_, { attachments }) => (attachments === undefined ? WORKER_LANE : ATTACHMENT_LANE),
    laneDeadlineMs: { [ATTACHMENT_LANE]: PREPARATION_MS },
    admission: undefined,
    input: WorkerInput,
    result: WorkerResult,
    piece: WorkerPiece,
    async check(caller, { profile: name, brief, model, collections }) {
      const profile = requireProfile(caller, name)
      requireBrief(brief)
      if (collections !== undefined) requireCollections(caller, collections)
      await requireSandbox()
      await models.refresh(caller, model)
      const noEngine = missingEngine(caller, model, [
        { role: 'system', content: systemPrompt(profile) },
        { role: 'user', content: brief },
      ])
      // An engine may be there when the job starts.
      if (noEngine !== undefined) throw noEngine
    },
    labelOf: ({ profile }) => profile,
    textOf: ({ brief }) => brief,
    // Last: what is refused costs nothing, and requests of one Idempotency-Key cost one job.
    accept: ({ owner }) => budgets.admit(owner),
    files: ({ attachments }) => spooledIds(attachments),
    charge: () => ({ action: 'worker', units: 1 }),
    release: removeCommandFiles,
    ended: removeWork,
    // An answer takes longer than the stop may, so that the wait for it would be in vain.
    stopsAtOnce: true,
    durationKey: ({ profile }) => profile,
    async run({ profile: name, brief, model, attachments = [], collections }, context) {
      const { caller, id, pieces } = context
      const granted = requireProfile(caller, name)
      const profile = collections === undefined ? granted : withKnowledge(granted)
      const folder = await folders.create(id)
      await folders.keepArtifacts(id, logs.of(id, false).artifacts)
      try {
        const known = pieces.finished.find((piece) => piece.type === 'prepared')
        const files = known?.files ?? (await prepare())
        if (context.lane !== WORKER_LANE) await context.enterLane(WORKER_LANE)
        // A job that a restart takes up may come before the first scan of the servers.
        await models.refresh(caller, model)
        const sees = seesPictures(caller, model)
        if (profile.tools.some(isForeignName)) await options.tools.ready()
        using loop = new WorkerLoop(
          {
            ...options,
            askModel: async (...question) => {
              // It may have been taken away while the job runs.
              requireProfile(caller, name)
              return options.askModel(...question)
            },
          },
          { brief, model, profile, folder, files, sees, collections },
          context,
        )
        const { answer, engine, model: answered } = await loop.run()
        return { answer, engine, model: answered }
      } finally {
        logs.end(id)
      }

      async function prepare() {
        await folders.clearInputs(folder)
        const files = await prepareInputs(preparation, attachments, folder, context)
        await pieces.save({ type: 'prepared', files })
        return files
      }
    },
  })

  async function removeCommandFiles(id: string): Promise<void> {
    try {
      await folders.removeCommandFiles(id)
    } catch (err) {
      log.error({ job: id, err }, 'Cannot remove what the commands of a worker have written')
    }
  }

  /** What is left is removed by the next sweep. */
  async function removeWork(id: string): Promise<void> {
    try {
      await folders.removeWork(id, logs.of(id, true))
    } catch (err) {
      log.error({ job: id, err }, 'Cannot remove the folder of a worker')
    }
    options.onEnded()
  }

  /** @returns What says that no engine answers at the moment; undefined where one does */
  function missingEngine(
    caller: Caller,
    model: string,
    messages: readonly Message[],
  ): AppError | undefined {
    try {
      models.select(caller, model, workerRequirements({ messages: [...messages], options: {} }))
      return undefined
    } catch (error) {
      if (isNoEngine(error)) return error
      throw error
    }
  }

  function seesPictures(caller: Caller, model: string): boolean {
    try {
      return models.get(caller, model).images
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function requireSandbox(): Promise<void> {
    const state = await sandbox.state()
    if (!state.ok) throw new AppError('not_installed', noSandbox(state))
  }
}
export type WorkerTask = ReturnType<typeof workerTask>

/** Who gives the task hands over collections as files: with any profile. */
function withKnowledge(profile: WorkerProfile): WorkerProfile {
  const others = profile.tools.filter((name) => name !== KNOWLEDGE_TOOL)
  return { ...profile, tools: [...others, KNOWLEDGE_TOOL] }
}

/** Why no worker can be asked for. */
export function noSandbox({ reason, fix }: { reason: string; fix: string }): string {
  return `Workers cannot run on this machine: ${reason}. ${fix}`
}

function requireBrief(brief: string): void {
  if (brief.trim() === '')
    throw new AppError('invalid', 'The brief says nothing', { param: 'brief' })
  const characters = countCharacters(brief)
  if (characters <= MAX_BRIEF_CHARACTERS) return
  throw new AppError(
    'too_long',
    `The brief is too long: it has ${characters} characters, the bound is ${MAX_BRIEF_CHARACTERS}`,
    { param: 'brief' },
  )
}
