import type { MessageAttachmentRow } from '../../db/message-attachment-store.ts'
import type { MessageRow } from '../../db/message-store.ts'
import type { Run } from '../tasks/run.ts'

/** A message as its owner sees it; times are UTC milliseconds. */
export interface MessageRecord {
  id: string
  conversationId: string
  /** Undefined for the first message. */
  parentId: string | undefined
  role: MessageRow['role']
  content: string
  /** Of a message of a user. */
  attachments: readonly MessageAttachmentRow[]
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
}

export function messageRecord(
  row: MessageRow,
  { run, attachments = [] }: MessageParts = {},
): MessageRecord {
  return {
    id: row.id,
    conversationId: row.conversationId,
    parentId: row.parentId ?? undefined,
    role: row.role,
    content: row.content,
    attachments,
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
