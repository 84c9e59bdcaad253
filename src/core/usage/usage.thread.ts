// The worker thread of `usage-reads.ts`. It opens the database for each read, so that none is open at
// the stop of the service, which then leaves a single file.
import { openForReading } from '../../db/open.ts'
import { isBusy } from '../../db/process-lock.ts'
import { answerRequests } from '../../platform/answer-requests.ts'
import { readUsage, type UsageAnswer, type UsageRead } from './usage-reads.ts'

declare const self: Worker

answerRequests(self, ({ path, read }: { path: string; read: UsageRead }): UsageAnswer => {
  try {
    using db = openForReading(path)
    return readUsage(db, read)
  } catch (error) {
    if (isBusy(error)) return { isAlone: true }
    throw error
  }
})
