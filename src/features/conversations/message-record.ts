import type { Run } from '../../core/tasks/run.ts'
import { randomId, sha256Bytes } from '../../platform/ids.ts'
import type { ConversationRow } from './conversation-store.ts'
import type { MessageAttachmentRow } from './message-attachment-store.ts'
import type { MessageStepRow } from './message-step-store.ts'
import type { MessageRow } from './message-store.ts'

/** A message as its owner sees it; times are UTC milliseconds. */
export interface MessageRecord {
  id: string
  conversationId: string
  /** Undefined for the first message. */
  parentId: string | undefined
  role: MessageRow['role']
  content: string
  /** Of an answer: what the model has thought before it. */
  thoughts: string | undefined
  thoughtMs: number | undefined
  /** Of a message of a user. */
  attachments: readonly MessageAttachmentRow[]
  /** Of an answer: the calls of tools that its model has made. */
  steps: readonly MessageStepRow[]
  /** Of an answer: which earlier attachments the model did not get, and why. */
  note: string | undefined
  status: MessageRow['status']
  /** Of an answer: the model as it was asked for. */
  model: string | undefined
  /** Of an answer: `engine/model` that has answered. */
  answeredBy: string | undefined
  error: { code: string; detail: string } | undefined
  /** Of a waiting answer: its 1-based place in the queue, once it has one. */
  position: number | undefined
  /** Of a waiting answer, where something is known. */
  expectedWaitMs: number | undefined
  createdAt: number
  finishedAt: number | undefined
}

interface MessageParts {
  /** Of an answer in this process. */
  run?: Pick<Run, 'position' | 'expectedWaitMs'> | undefined
  attachments?: readonly MessageAttachmentRow[] | undefined
  steps?: readonly MessageStepRow[] | undefined
}

export function messageRecord(
  row: MessageRow,
  { run, attachments = [], steps = [] }: MessageParts = {},
): MessageRecord {
  return {
    id: row.id,
    conversationId: row.conversationId,
    parentId: row.parentId ?? undefined,
    role: row.role,
    content: row.content,
    thoughts: row.thoughts ?? undefined,
    thoughtMs: row.thoughtMs ?? undefined,
    attachments,
    steps,
    note: row.note ?? undefined,
    status: row.status,
    model: row.model ?? undefined,
    answeredBy: row.answeredBy ?? undefined,
    error:
      row.errorCode === null ? undefined : { code: row.errorCode, detail: row.errorDetail ?? '' },
    position: run?.position,
    expectedWaitMs: run?.expectedWaitMs,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt ?? undefined,
  }
}

/** What happens in a conversation, for those who watch it. */
export type ConversationEvent =
  /** All of it, or its newest page; what was known before is replaced. */
  | {
      type: 'snapshot'
      conversation: ConversationRecord
      messages: readonly MessageRecord[]
      /** Of the page before; undefined where all is there. */
      nextCursor: string | undefined
    }
  /** The title, the pin or the folder has changed. */
  | { type: 'conversation'; conversation: ConversationRecord }
  /** A new message, or a change of one but for its text. */
  | { type: 'message'; message: MessageRecord }
  /** More text of an answer; `offset` is in UTF-16 code units of its content. */
  | { type: 'text'; messageId: string; offset: number; text: string }
  /** The model thinks; more of its thoughts where it tells them, as with `text`. */
  | { type: 'thinking'; messageId: string; offset: number; text: string }
  /** The model has called tools, and goes on with what came back. */
  | { type: 'step'; messageId: string; step: MessageStepRow }
  /** The last call of the step waits for a decision, or was decided about; `step` comes after it. */
  | { type: 'confirm'; messageId: string; step: MessageStepRow }
  /** The place of an answer in the queue; undefined for the wait for another request. */
  | {
      type: 'place'
      messageId: string
      position: number | undefined
      expectedWaitMs: number | undefined
    }
  /** The conversation was deleted; the last event. */
  | { type: 'deleted' }

/** An event with the number that a watcher goes on after. */
export interface NumberedEvent {
  id: string
  event: ConversationEvent
}

interface Node {
  id: string
  parentId: string | null | undefined
}

/** The messages from the first one to the given one; undefined when it is not among them. */
export function pathTo<node extends Node>(
  nodes: readonly node[],
  id: string,
): readonly node[] | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const path: node[] = []
  let node = byId.get(id)
  if (node === undefined) return undefined
  for (; node !== undefined; node = node.parentId ? byId.get(node.parentId) : undefined)
    path.push(node)
  return path.reverse()
}

/** The end of the latest branch: the newest message, as every message is newer than its parent. */
export function latestLeaf<node extends Node>(nodes: readonly node[]): node | undefined {
  return nodes.at(-1)
}

/**
 * The id of what a request makes. A request with a key that is sent again, because its answer was
 * lost, gets the same id and so finds what the first one has made.
 *
 * @param scope Who sends it, and to what
 * @param key The sender's own name for the request; without one, the id is random
 */
export function idFor(prefix: string, scope: readonly string[], key: string | undefined): string {
  if (key === undefined) return randomId(prefix)
  const hash = sha256Bytes(JSON.stringify([...scope, key]))
  return prefix + hash.subarray(0, 16).toString('base64url')
}

/** A conversation as its owner sees it; times are UTC milliseconds. */
export interface ConversationRecord {
  id: string
  title: string
  pinned: boolean
  /** Tools that are called here without a question. */
  allowedTools: readonly string[]
  /** Which answers here; it may be gone. */
  assistantId: string | null
  folderId: string | null
  createdAt: number
  /** Time of the latest message. */
  updatedAt: number
}

export function conversationRecord(row: ConversationRow): ConversationRecord {
  const { id, title, pinnedAt, folderId, allowedTools, assistantId, createdAt, updatedAt } = row
  const pinned = pinnedAt !== null
  return { id, title, pinned, folderId, allowedTools, assistantId, createdAt, updatedAt }
}

const MAX_TITLE_CHARACTERS = 80
/** Of a text that may be long, as much as a title is cut from. */
const MAX_TITLE_UNITS = 1_000

/** The title of a conversation that nobody has named: how its first message begins. */
export function titleOf(content: string): string {
  const start = content.trimStart().slice(0, MAX_TITLE_UNITS)
  const line = start.split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? ''
  const characters = [...line]
  if (characters.length <= MAX_TITLE_CHARACTERS) return line
  const cut = characters.slice(0, MAX_TITLE_CHARACTERS).join('')
  // A word that is cut in the middle is left out, unless it is most of the title.
  const space = cut.lastIndexOf(' ')
  return `${(space > MAX_TITLE_CHARACTERS / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
