import type { Cluster } from './cluster/contract.ts'
import type { Config } from './config/load.ts'
import type { EngineSource } from './engines/contract/any-engine.ts'
import type { SpeechEngine } from './engines/contract/speech.ts'
import type { Engine } from './engines/contract/text.ts'
import type { TranscriptionEngine } from './engines/contract/transcription.ts'
import type { DownloadSound, ReadCaptions } from './features/transcription/video-transcript.ts'
import type { WebAppOptions } from './features/web-app/web-app.ts'
import type { Limits } from './limits.ts'
import type { AudioTools } from './media/contract-audio.ts'
import type { SafeFetch } from './media/contract-fetch.ts'
import type { VideoSource } from './media/contract-video.ts'
import type { Log } from './platform/log.ts'
import type { Sandbox } from './sandbox/contract.ts'

/** What the services are made of. */
export interface ServiceOptions {
  config: Config
  /** The configured engines, in order of preference. */
  engines: readonly Engine[]
  /** Where model servers are searched. */
  sources?: readonly EngineSource[] | undefined
  /** The worker nodes; by default this machine does everything itself. */
  cluster?: Cluster | undefined
  /** Answers until a model server is found, where no engine is configured. */
  fallback?: Engine | undefined
  /** What speaks, in order of preference; by default as configured, or found. */
  speechEngines?: readonly SpeechEngine[] | undefined
  log: Log
  /** The environment of the process, for the doctor and for what may not be attached; by default empty. */
  env?: Readonly<Record<string, string | undefined>>
  /** UTC milliseconds. */
  now?: () => number
  /** Heavy tasks at a time; only a benchmark has reason to change it. */
  heavyWidth?: number
  /** Whether the pages are built anew for each request, so that a reload shows a change. */
  isDevelopment?: boolean
  /** Bundles the web app in another way than a child process; for tests. */
  buildWebApp?: WebAppOptions['build']
  /** Other durations than the service's own; for tests. */
  limits?: Partial<Limits>
  /** Downloads from addresses that users give; for tests, which have no public addresses. */
  safeFetch?: SafeFetch | undefined
  /** The configured recognisers, in order of preference. */
  transcriptionEngines?: readonly TranscriptionEngine[] | undefined
  /** Where others are searched, where none is configured. */
  transcriptionSources?: readonly EngineSource<TranscriptionEngine>[] | undefined
  /** Runs the commands of workers; for tests. */
  sandbox?: Sandbox | undefined
  /** Read the captions and the sound of video sites; for tests. */
  readCaptions?: ReadCaptions | undefined
  downloadSound?: DownloadSound | undefined
  /** Reads and writes sound; for tests. */
  audio?: AudioTools | undefined
  /** Readers of video sites, in order of preference; for tests. */
  videoSources?: readonly VideoSource[] | undefined
}
