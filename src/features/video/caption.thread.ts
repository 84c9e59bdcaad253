// The worker thread of `read-captions.ts`, which ends it when it takes too long.
import { answerRequests } from '../../platform/answer-requests.ts'
import { type CaptionRequest, CaptionWork } from './caption-work.ts'

declare const self: Worker

const work = new CaptionWork()

answerRequests(self, (request: CaptionRequest) => work.answer(request))
