import type { Log } from '../platform/log.ts'
import type { AudioPrograms } from './audio/ffmpeg.ts'
import { LocalAudio } from './audio/local-audio.ts'
import { ChromiumRenderer } from './browser/chromium-renderer.ts'
import type { AudioTools } from './contract-audio.ts'
import type { OperatorProxySettings, SafeFetch } from './contract-fetch.ts'
import type { VideoSource } from './contract-video.ts'
import { DocumentPool } from './documents/document-pool.ts'
import { egressProxies } from './fetch/egress-proxy.ts'
import { PinnedFetch } from './fetch/pinned-fetch.ts'
import { PageThreads } from './pages/page-threads.ts'
import { YoutubeSource } from './video/youtube-source.ts'
import { YtDlp } from './video/yt-dlp.ts'
import type { YtDlpPrograms } from './video/yt-dlp-program.ts'

interface MediaOptions {
  programs: AudioPrograms & YtDlpPrograms & { chromium?: string | undefined }
  egressProxy: OperatorProxySettings | undefined
  /** How sites can reach the owner. */
  contact: string | undefined
  /** Whose PATH is searched for programs. */
  env: Readonly<Record<string, string | undefined>>
  log: Log
  /** In place of the own ones; for tests. */
  safeFetch?: SafeFetch | undefined
  audio?: AudioTools | undefined
  videoSources?: readonly VideoSource[] | undefined
}

/** Creates what reads and writes documents, sound and pages, and the ways out to other networks. */
export function createMedia({ programs, egressProxy: operator, env, log, ...given }: MediaOptions) {
  const { contact } = given
  const openEgressProxy = egressProxies({ log, operator })
  const documents = new DocumentPool()
  const pages = new PageThreads()
  const youtube = new YoutubeSource({ proxy: operator })
  const safeFetch = given.safeFetch ?? new PinnedFetch({ proxy: operator, contact })
  const ytDlp = new YtDlp({ programs, env, openEgressProxy, safeFetch })
  const videoSources: readonly VideoSource[] = given.videoSources ?? [ytDlp, youtube]
  return {
    /** The one way to addresses that users give. */
    safeFetch,
    /** The same for programs that make requests of their own. */
    openEgressProxy,
    documents,
    pages,
    /** Readers of video sites, in order of preference. */
    videoSources,
    renderer: new ChromiumRenderer({ program: programs.chromium, env, openEgressProxy }),
    audio: given.audio ?? new LocalAudio({ programs, env }),
    [Symbol.dispose]: () => {
      documents[Symbol.dispose]()
      pages[Symbol.dispose]()
      ytDlp[Symbol.dispose]()
      youtube[Symbol.dispose]()
    },
  }
}
