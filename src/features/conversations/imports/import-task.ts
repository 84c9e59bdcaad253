import { type Static, Type } from '@sinclair/typebox'
import { defineTask, type TaskContext } from '../../../core/tasks/define-task.ts'

export const IMPORT_KIND = 'conversation-import'
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

export type ImportContext = Pick<TaskContext, 'caller' | 'signal' | 'reportProgress'>

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
