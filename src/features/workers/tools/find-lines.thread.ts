// The worker thread of `toolbox.ts`, which ends it when a pattern takes too long.
import { answerRequests } from '../../../platform/answer-requests.ts'
import { findLines } from './find-lines.ts'

declare const self: Worker

answerRequests(self, findLines)
