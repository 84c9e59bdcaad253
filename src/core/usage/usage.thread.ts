// The worker thread of `usage-reads.ts`.
import { answerReads } from '../../db/read-threads.ts'
import { readUsage } from './usage-reads.ts'

declare const self: Worker

answerReads(self, readUsage)
