// The worker thread of `youtube-source.ts`, which ends it when a question takes too long.
import { blankProxyVariables } from '../fetch/blank-proxy-variables.ts'
import { PinnedFetch } from '../fetch/pinned-fetch.ts'
import type { YoutubeRequest } from './youtube-error.ts'
import { YoutubeReader } from './youtube-reader.ts'

declare const self: Worker

/** Of YouTube, and where it sends programs that it asks for consent, or takes for robots. */
const HOSTS =
  /^(?:(?:[\w-]+\.)*youtube\.com|youtubei\.googleapis\.com|(?:www|consent)\.google\.com)$/

blankProxyVariables(process.env)
let reader: YoutubeReader | undefined

self.addEventListener('message', async ({ data }: MessageEvent<YoutubeRequest>) => {
  const { proxy } = data
  reader ??= new YoutubeReader(new PinnedFetch({ proxy, allowsHost: (host) => HOSTS.test(host) }))
  self.postMessage(await reader.answer(data))
})
