import type { EngineHealth } from '../../core/engines/engine-health.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { TranscriptionEngine } from '../../engines/contract/transcription.ts'
import type { AudioTools } from '../../media/contract-audio.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Spool } from '../../storage/contract.ts'
import type { Files } from '../files/files.ts'
import type { Uploads } from '../files/uploads.ts'
import { TranscriptIntake } from './intake.ts'
import { Recordings } from './recordings.ts'
import { type FinishedTranscript, recordingTranscriber } from './transcribe-recording.ts'
import { transcribeTask } from './transcribe-task.ts'
import { TranscriptCache } from './transcript-cache.ts'
import type { TranscriptCacheStore } from './transcript-cache-store.ts'
import { TranscriptionEngines } from './transcription-engines.ts'
import type { DownloadSound, ReadCaptions } from './video-captions.ts'
import { VideoTranscriber } from './video-transcriber.ts'
import type { VideoTranscript } from './video-transcript.ts'
import { subtitlesTask, videoTranscriptTask } from './video-transcript-tasks.ts'

interface TranscriptParts {
  spool: Spool
  safeFetch: SafeFetch
  audio: AudioTools
  files: Pick<Files, 'open'>
  uploads: Pick<Uploads, 'find'>
  /** The recognisers that are offered now, in order of preference. */
  offered: () => readonly TranscriptionEngine[]
  /** Searches for some, where that is done. */
  scan: () => Promise<unknown>
  health: EngineHealth
  onTranscript: (finished: FinishedTranscript) => void
  /** Called only once it is there. */
  queue: () => Pick<Queue, 'lanes'>
  retryMs: readonly number[]
  /** The ways to what video sites have. */
  readCaptions: ReadCaptions
  downloadSound: DownloadSound
  /** Of questions to video sites. */
  captionsLane: string
  /** A transcript in SubRip's format. */
  srtOf: (transcript: VideoTranscript) => Promise<string>
  cacheStore: TranscriptCacheStore
  metrics: Metrics
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** Creates what takes recordings in, and the tasks that write them and videos down. */
export function createTranscripts({
  queue,
  retryMs,
  metrics,
  log,
  now,
  ...parts
}: TranscriptParts) {
  const { spool, safeFetch, audio, files, uploads } = parts
  const transcriptionEngines = new TranscriptionEngines({
    offered: parts.offered,
    scan: parts.scan,
    health: parts.health,
    onOutcome: ({ engine, failure, seconds }) =>
      metrics.transcribed({ engine: engine.id, outcome: failure?.verdict ?? 'succeeded', seconds }),
  })
  const { captionsLane, readCaptions, downloadSound, srtOf } = parts
  const recordings = new Recordings({ spool, safeFetch, audio, downloadSound })
  const onTranscript = (finished: FinishedTranscript) => {
    try {
      parts.onTranscript(finished)
    } catch (err) {
      // The transcript itself is not lost by that.
      log.error({ job: finished.jobId, err }, 'Cannot keep a transcript in the history')
    }
  }
  const transcribeRecording = recordingTranscriber({
    transcriptionEngines,
    recordings,
    retryMs,
    onTranscript,
  })
  const cache = new TranscriptCache({ store: parts.cacheStore, now })
  const transcriber = new VideoTranscriber({
    ...{ cache, transcriptionEngines, readCaptions, transcribeRecording, captionsLane, log },
    removeFiles: async (ids) => void (await Promise.all(ids.map((id) => spool.remove(id)))),
  })
  const tasks = {
    transcribe: transcribeTask({ transcriptionEngines, transcribeRecording }),
    videoTranscript: videoTranscriptTask({ transcriber, captionsLane }),
    youtubeToSrt: subtitlesTask({ transcriber, captionsLane, srtOf }),
  }
  const kinds = new Set(Object.values(tasks).map(({ kind }) => kind))
  const openTranscripts = async (owner: string) => {
    const runs = (await queue().lanes()).flatMap(({ running, waiting }) => [...running, ...waiting])
    return runs.filter(({ task }) => kinds.has(task.kind) && task.caller.owner === owner).length
  }
  return {
    tasks,
    transcriptionEngines,
    cache,
    intake: new TranscriptIntake({
      spool,
      audio,
      files,
      uploads,
      transcriptionEngines,
      openTranscripts,
    }),
  }
}
