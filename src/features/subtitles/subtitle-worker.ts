// The worker thread of `subtitle-thread.ts`, which ends it when it takes too long.
import { answerTo, type SubtitleRequest, type SubtitleResponse } from './subtitle-work.ts'

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<SubtitleRequest>) => {
  send(answerTo(data))
})

function send(response: SubtitleResponse): void {
  self.postMessage(response)
}
