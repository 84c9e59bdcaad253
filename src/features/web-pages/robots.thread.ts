// The worker thread of `robots.ts`, which ends it when it takes too long.
import { answerRequests } from '../../platform/answer-requests.ts'
import { rulesAllow } from './robots-rules.ts'

declare const self: Worker

answerRequests(self, rulesAllow)
