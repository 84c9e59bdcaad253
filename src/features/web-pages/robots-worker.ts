// The worker thread of `robots-thread.ts`, which ends it when it takes too long.
import { type RulesQuestion, rulesAllow } from './robots-rules.ts'

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<RulesQuestion>) => {
  self.postMessage(rulesAllow(data))
})
