import type { JobRecord } from '../../core/tasks/job-record.ts'
import type { JobWatch } from '../../core/tasks/jobs.ts'
import { dataFrame, failureFrame, sseResponse } from '../../http/reply/sse.ts'
import { connectionOf } from '../../http/server/connection.ts'

/** A job at each change, as server-sent events; the request is logged when they have ended. */
export function jobEvents(
  request: Request,
  watch: JobWatch,
  view: (job: JobRecord) => object,
): Response {
  const writeLogLine = connectionOf(request).delayLogLine?.()
  const onClose = () => {
    watch.close()
    writeLogLine?.()
  }
  return sseResponse(request, frames(watch.records, view), { failure: failureFrame, onClose })
}

async function* frames(
  records: AsyncIterable<JobRecord>,
  view: (job: JobRecord) => object,
): AsyncGenerator<string> {
  for await (const record of records) yield dataFrame(view(record))
}
