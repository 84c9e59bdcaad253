// The worker thread of `yt-dlp-runs.ts`, for answers that would hold up the thread that serves.
import { answerRequests } from '../../platform/answer-requests.ts'
import { readAnswer } from './yt-dlp-options.ts'

declare const self: Worker

answerRequests(self, readAnswer)
