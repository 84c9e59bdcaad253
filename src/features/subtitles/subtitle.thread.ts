// The worker thread of `subtitle-thread.ts`, which ends it when it takes too long.
import { answerRequests } from '../../platform/answer-requests.ts'
import { answerTo } from './subtitle-work.ts'

declare const self: Worker

answerRequests(self, answerTo)
