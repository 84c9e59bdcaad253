import { Type } from '@sinclair/typebox'
import { defineTask, type TaskContext } from '../../core/tasks/define-task.ts'

export const EXPORT_KIND = 'data-export'
export const EXPORT_LANE = 'data-export'
/** Archives that are made at a time. */
export const EXPORT_LANE_WIDTH = 1

const Empty = Type.Object({})

/** What an archive is made with. */
export type ExportContext = Pick<TaskContext, 'caller' | 'signal' | 'reportProgress'>

/** Makes an archive of all that the caller has. After a crash it starts anew. */
export function exportTask(make: (context: ExportContext) => Promise<void>) {
  return defineTask({
    kind: EXPORT_KIND,
    idPrefix: 'dex_',
    lanes: [EXPORT_LANE],
    admission: undefined,
    input: Empty,
    result: Empty,
    countsFailures: false,
    stopsAtOnce: true,
    async run(_input, context) {
      await make(context)
      return {}
    },
  })
}
export type DataExportTask = ReturnType<typeof exportTask>
