// The worker thread of `caption-thread.ts`, which ends it when it takes too long.
import { type CaptionRequest, type CaptionResponse, readCaptionFile } from './caption-work.ts'

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<CaptionRequest>) => {
  send(readCaptionFile(data))
})

function send(response: CaptionResponse): void {
  self.postMessage(response)
}
