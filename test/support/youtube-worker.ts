// The worker of `youtube-source.ts`, with the double in place of YouTube: its address is the proxy's.

import type { YoutubeRequest } from '../../src/media/video/youtube-error.ts'
import { YoutubeReader } from '../../src/media/video/youtube-reader.ts'
import { youtubeAt } from './youtube/youtube-double.ts'

declare const self: Worker

let reader: YoutubeReader | undefined

self.addEventListener('message', async ({ data }: MessageEvent<YoutubeRequest>) => {
  reader ??= new YoutubeReader(youtubeAt(data.proxy?.url ?? ''))
  self.postMessage(await reader.answer(data))
})
