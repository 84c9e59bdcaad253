import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../../core/caller.ts'
import { defineTask, type TaskContext } from '../../../core/tasks/define-task.ts'
import type { JobList } from '../../../core/tasks/job-list.ts'
import { hasEnded, type JobRecord } from '../../../core/tasks/job-record.ts'
import type { Jobs } from '../../../core/tasks/jobs.ts'
import type { Transactor } from '../../../db/open.ts'
import { AppError } from '../../../platform/errors.ts'
import { EventLoopYielder } from '../../../platform/event-loop-yielder.ts'
import { sha256Bytes } from '../../../platform/ids.ts'
import { firstCharacters, SliceSize } from '../../../platform/subprocess.ts'
import type { Spool } from '../../../storage/contract.ts'
import type { Uploads } from '../../files/uploads.ts'
import type { ConversationDeletions } from '../conversation-deletions.ts'
import type { ConversationStore } from '../conversation-store.ts'
import { titleOf } from '../message-record.ts'
import type { MessageStore } from '../message-store.ts'
import { exportTexts, jsonElements } from './export-file.ts'
import {
  type ExportedConversation,
  type ExportedMessage,
  exportedConversation,
} from './exported-conversation.ts'

const IMPORT_KIND = 'conversation-import'
export const IMPORT_LANE = 'conversation-import'
/** Exports that are read at a time. */
export const IMPORT_LANE_WIDTH = 1
/** For one import, as others wait for it. @limit import-time minutes */
export const IMPORT_MS = 30 * 60_000

const ImportInput = Type.Object({
  /** Of the spooled file. */
  spoolId: Type.String(),
})

export const ImportResult = Type.Object({
  /** New, or with new messages. */
  conversations: Type.Integer(),
  messages: Type.Integer(),
  /** That were there already, with all their messages. */
  unchanged: Type.Integer(),
  /** Pictures and other files that the export only names. */
  missingFiles: Type.Integer(),
  /** How many were left out, and the first of them. */
  leftOut: Type.Integer(),
  reasons: Type.Array(Type.Object({ title: Type.String(), reason: Type.String() })),
})
export type ImportResult = Static<typeof ImportResult>

type ImportContext = Pick<TaskContext, 'caller' | 'signal' | 'reportProgress'>

/** Imports an export. After a crash it starts anew, and finds what it has imported. */
export function importTask(
  run: (input: Static<typeof ImportInput>, context: ImportContext) => Promise<ImportResult>,
) {
  return defineTask({
    kind: IMPORT_KIND,
    idPrefix: 'imp_',
    lanes: [IMPORT_LANE],
    laneDeadlineMs: { [IMPORT_LANE]: IMPORT_MS },
    admission: undefined,
    input: ImportInput,
    result: ImportResult,
    countsFailures: false,
    stopsAtOnce: true,
    files: ({ spoolId }) => [spoolId],
    run,
  })
}
export type ImportTask = ReturnType<typeof importTask>

/** A file that is imported. @limit import-bytes MiB */
export const MAX_IMPORT_BYTES = 200 * 1024 ** 2
/** Conversations of one import. @limit import-conversations count */
export const MAX_IMPORTED_CONVERSATIONS = 10_000
const MAX_REASONS = 100
const MAX_TITLE_CHARACTERS = 200
/** After the title of a conversation whose messages are not all there yet. */
const UNFINISHED = ' (import not finished)'
/** Messages that are written at a time. */
const SLICE_MESSAGES = { min: 8, max: 500 }
/** Text that is written at a time, in UTF-16 code units; one message may have more. */
const SLICE_CHARACTERS = 64 * 1024
/** Between two slices of a conversation, so that others can write. */
const SLICE_PAUSE_MS = 2

interface ConversationImportsOptions {
  store: ConversationStore
  deletions: Pick<ConversationDeletions, 'finish'>
  messages: MessageStore
  db: Transactor
  uploads: Pick<Uploads, 'find'>
  spool: Spool
  jobs: Jobs
  jobList: JobList
  task: () => ImportTask
  /** UTC milliseconds. */
  now: () => number
}

/**
 * Imports conversations from exports of other programs. What is imported has ids that follow from its
 * owner and the export, so that the same export imported again adds only what is new in it.
 */
export class ConversationImports {
  readonly #options: ConversationImportsOptions

  constructor(options: ConversationImportsOptions) {
    this.#options = options
  }

  /** The latest one of the last hour. */
  job(owner: string): JobRecord | undefined {
    const { jobs, jobList, task } = this.#options
    const [listed] = jobList.page(owner, 1, undefined, { kinds: [IMPORT_KIND] }).items
    // Lists have no results.
    return listed && jobs.get(owner, task(), listed.id)
  }

  /**
   * Starts to import a finished upload, which may be deleted then.
   *
   * @throws {AppError} `conflict` while another import runs; `invalid`, `too_large`
   */
  async start(caller: Caller, uploadId: string): Promise<JobRecord> {
    const { jobs, task, uploads, spool } = this.#options
    this.#requireNone(caller.owner)
    const found = await uploads.find(caller.owner, uploadId)
    if (found === undefined) throw noUpload()
    if (found.bytes > MAX_IMPORT_BYTES)
      throw new AppError(
        'too_large',
        `Choose the conversations.json alone: an import takes at most ${MAX_IMPORT_BYTES / 1024 ** 2} MiB`,
        { param: 'buffer' },
      )
    const kept = await spool.link(found.path)
    if (kept === undefined) throw noUpload()
    const spoolId = kept.id
    try {
      this.#requireNone(caller.owner)
      const input = { spoolId }
      return jobs.create(task(), caller, input, undefined, undefined).job
    } catch (error) {
      await spool.remove(spoolId)
      throw error
    }
  }

  /** Ends the one that runs; what it has imported stays. */
  async cancel(owner: string): Promise<void> {
    const { jobs, task } = this.#options
    const job = this.job(owner)
    if (job !== undefined && !hasEnded(job.status)) await jobs.cancel(owner, task(), job.id)
  }

  /** Imports a file for the caller. */
  async run({ spoolId }: { spoolId: string }, context: ImportContext): Promise<ImportResult> {
    const file = await this.#options.spool.find(spoolId)
    if (file === undefined) throw new AppError('invalid', 'The file to be imported is gone')
    const report = new Report()
    const yielder = new EventLoopYielder()
    let seen = 0
    for (const text of await exportTexts(file.path, context)) {
      for await (const element of jsonElements(text)) {
        context.signal.throwIfAborted()
        seen += 1
        if (seen > MAX_IMPORTED_CONVERSATIONS)
          throw new AppError(
            'too_large',
            `The export has more than ${MAX_IMPORTED_CONVERSATIONS} conversations; the first ${MAX_IMPORTED_CONVERSATIONS} were imported`,
          )
        const exported = 'error' in element ? element.error : exportedConversation(element.value)
        if (typeof exported === 'string')
          report.leaveOut('value' in element ? titleIn(element.value) : '', exported)
        else report.add(exported, await this.#insert(exported, context))
        context.reportProgress({ done: seen, unit: 'conversations' })
        await yielder.pause()
      }
    }
    return report.result
  }

  /**
   * Adds what is not there of a conversation, a slice at a time. Until all of a new one is there, its
   * title says so: also where a crash or the end of the import comes first.
   *
   * @returns How many messages were added
   */
  async #insert(exported: ExportedConversation, context: ImportContext): Promise<number> {
    const { db, store, deletions } = this.#options
    const { owner } = context.caller
    const id = idOf('cnv_', owner, exported.key)
    await deletions.finish(id)
    const at = this.#options.now()
    const first = exported.messages.find(({ content }) => content !== '')?.content ?? ''
    const title = firstCharacters(exported.title, MAX_TITLE_CHARACTERS).trim() || titleOf(first)
    const createdAt = Math.min(exported.createdAt ?? at, at)
    const updatedAt = Math.min(exported.updatedAt ?? createdAt, at)
    const size = new SliceSize(SLICE_MESSAGES)
    let added = 0
    for (let next = 0; ; ) {
      const slice = sliceFrom(exported.messages, next, size.rows)
      const isLast = next + slice.length >= exported.messages.length
      const started = performance.now()
      const isThere = db.transaction(() => {
        const row = store.byId(id)
        // Its owner may have deleted it meanwhile.
        if (row === undefined && next > 0) return false
        if (row === undefined)
          store.insert({
            id,
            owner,
            title: isLast ? title : title + UNFINISHED,
            isTitled: true,
            pinnedAt: null,
            folderId: null,
            createdAt,
            updatedAt,
          })
        for (const message of slice) added += this.#add(id, message, { createdAt, at })
        if (isLast && row?.title.endsWith(UNFINISHED)) store.update(id, { title })
        return true
      })
      size.measured(performance.now() - started, slice.length === size.rows)
      next += slice.length
      if (isLast || !isThere) return added
      await Bun.sleep(SLICE_PAUSE_MS)
      context.signal.throwIfAborted()
    }
  }

  /** @returns How many were added: none where it is there already */
  #add(
    conversationId: string,
    { id: name, parentId, role, content, model, at: sent }: ExportedMessage,
    { createdAt, at }: { createdAt: number; at: number },
  ): number {
    const { messages } = this.#options
    const id = idOf('msg_', conversationId, name)
    if (messages.byId(id) !== undefined) return 0
    const sentAt = Math.min(sent ?? createdAt, at)
    messages.insert({
      id,
      conversationId,
      role,
      content,
      parentId: parentId === undefined ? null : idOf('msg_', conversationId, parentId),
      status: 'complete',
      model: null,
      errorCode: null,
      errorDetail: null,
      note: null,
      answeredBy: role === 'assistant' ? (model?.slice(0, 200) ?? null) : null,
      thoughts: null,
      thoughtMs: null,
      createdAt: sentAt,
      finishedAt: sentAt,
    })
    return 1
  }

  /** @throws {AppError} `conflict` */
  #requireNone(owner: string): void {
    const job = this.job(owner)
    if (job !== undefined && !hasEnded(job.status))
      throw new AppError('conflict', 'Wait for the import that is running, or cancel it')
  }
}

/** What was imported, and what was left out and why. */
class Report {
  readonly result: ImportResult = {
    conversations: 0,
    messages: 0,
    unchanged: 0,
    missingFiles: 0,
    leftOut: 0,
    reasons: [],
  }

  add({ missingFiles }: ExportedConversation, added: number): void {
    this.result.missingFiles += missingFiles
    this.result.messages += added
    if (added > 0) this.result.conversations += 1
    else this.result.unchanged += 1
  }

  leaveOut(title: string, reason: string): void {
    this.result.leftOut += 1
    if (this.result.reasons.length < MAX_REASONS) this.result.reasons.push({ title, reason })
  }
}

/** As many messages as may be written at once: at least one. */
function sliceFrom(
  messages: readonly ExportedMessage[],
  start: number,
  rows: number,
): readonly ExportedMessage[] {
  let end = start
  for (let room = SLICE_CHARACTERS; end < start + rows && room > 0; end += 1)
    room -= messages[end]?.content.length ?? 0
  return messages.slice(start, end)
}

/** The same for the same export of the same owner. */
function idOf(prefix: string, scope: string, name: string): string {
  const hash = sha256Bytes(JSON.stringify(['import', scope, name]))
  return prefix + hash.subarray(0, 16).toString('base64url')
}

function titleIn(value: unknown): string {
  const { title } = Object(value)
  return typeof title === 'string'
    ? firstCharacters(title, MAX_TITLE_CHARACTERS).toWellFormed()
    : ''
}

function noUpload(): AppError {
  return new AppError(
    'invalid',
    'Cannot use buffer: you have no finished upload with this id; it may have expired',
    { param: 'buffer' },
  )
}
