// The worker thread of `caption-thread.ts`, which ends it when it takes too long.
import { type CaptionRequest, type CaptionResponse, CaptionWork } from './caption-work.ts'

declare const self: Worker

const work = new CaptionWork()

self.addEventListener('message', ({ data }: MessageEvent<CaptionRequest>) => {
  send(work.answer(data))
})

function send(response: CaptionResponse): void {
  self.postMessage(response)
}
