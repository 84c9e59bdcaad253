// The worker thread of `answer-reader.ts`, for answers that would hold up the thread that serves.
import { type AnswerRequest, readAnswer } from './yt-dlp-options.ts'

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<AnswerRequest>) => {
  self.postMessage(readAnswer(data))
})
