import type { TranscriptionEngine } from '../../engines/contract/transcription.ts'
import type { AudioTools } from '../../media/contract-audio.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Spool } from '../../storage/contract.ts'
import type { Files } from '../files/files.ts'
import type { Uploads } from '../files/uploads.ts'
import type { Queue } from '../tasks/queue.ts'
import { TranscriptIntake } from './intake.ts'
import { type RecogniserHealth, Recognisers } from './recognisers.ts'
import { Recordings } from './recordings.ts'
import { type FinishedTranscript, transcribeTask } from './transcribe-task.ts'

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
  health: RecogniserHealth
  onTranscript: (finished: FinishedTranscript) => void
  /** Called only once it is there. */
  queue: () => Pick<Queue, 'lanes'>
  retryMs: readonly number[]
  metrics: Metrics
  log: Log
}

/** Creates what takes recordings in, and the task that writes them down. */
export function createTranscripts({ queue, retryMs, metrics, log, ...parts }: TranscriptParts) {
  const { spool, safeFetch, audio, files, uploads } = parts
  const recognisers = new Recognisers({
    offered: parts.offered,
    scan: parts.scan,
    health: parts.health,
    onOutcome: ({ engine, failure, seconds }) =>
      metrics.transcribed({ engine: engine.id, outcome: failure?.verdict ?? 'succeeded', seconds }),
  })
  const recordings = new Recordings({ spool, safeFetch, audio })
  const onTranscript = (finished: FinishedTranscript) => {
    try {
      parts.onTranscript(finished)
    } catch (err) {
      // The transcript itself is not lost by that.
      log.error({ job: finished.jobId, err }, 'Cannot keep a transcript in the history')
    }
  }
  const task = transcribeTask({ recognisers, recordings, retryMs, onTranscript })
  const openTranscripts = async (owner: string) => {
    const runs = (await queue().lanes()).flatMap(({ running, waiting }) => [...running, ...waiting])
    return runs.filter((run) => run.task.kind === task.kind && run.task.caller.owner === owner)
      .length
  }
  return {
    task,
    recognisers,
    intake: new TranscriptIntake({ spool, audio, files, uploads, recognisers, openTranscripts }),
  }
}
