// The worker thread of `search-files.ts`, which ends it when a pattern takes too long.
import { findLines, type LineSearch } from './find-lines.ts'

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<LineSearch>) => {
  self.postMessage(findLines(data))
})
