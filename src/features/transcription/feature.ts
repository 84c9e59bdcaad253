import type { Jobs } from '../../core/tasks/jobs.ts'
import type { Core } from '../../create-core.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Files } from '../files/files.ts'
import type { Uploads } from '../files/uploads.ts'
import { subtitlesOfVideo } from '../subtitles/subtitle-thread.ts'
import { TranscriptIntake } from './intake.ts'
import { audioRoutes } from './openai-routes.ts'
import { Recordings } from './recordings.ts'
import { transcriptJobs, transcriptRoutes } from './routes.ts'
import { transcriptTools } from './tools.ts'
import {
  type FinishedTranscript,
  recordingTranscriber,
  type TranscribeTask,
  transcribeTask,
} from './transcribe-task.ts'
import { TRANSCRIPT_LANES, Transcript } from './transcript.ts'
import { TranscriptionEngines } from './transcription-engines.ts'
import { videoTranscriptRoutes } from './video-routes.ts'
import { videoJobs } from './video-schema.ts'
import { TranscriptCache, VideoTranscriber } from './video-transcriber.ts'
import { type DownloadSound, type ReadCaptions, VideoTranscript } from './video-transcript.ts'
import {
  type SubtitlesTask,
  subtitlesTask,
  type VideoTranscriptTask,
  videoTranscriptTask,
} from './video-transcript-tasks.ts'

/** What the history keeps of a transcript. */
export function historyEntryOf({ owner, jobId, input, title, transcript }: FinishedTranscript) {
  const { text, language, seconds, segments, engine, model } = transcript
  return {
    kind: 'transcript' as const,
    owner,
    title,
    text,
    seconds,
    sourceId: jobId,
    language: language ?? undefined,
    data: { segments, engine, model: model ?? undefined, source: sourceOf(input) },
  }
}

/** Hosts whose query names the video. */
const NAMED_BY_QUERY = /(?:^|\.)youtube\.com$/

/** Of an address without its query, which may hold a secret, unless it only names the video. */
function sourceOf({ source, name }: FinishedTranscript['input']): string {
  if (source.type === 'file' || !URL.canParse(source.url)) return name
  const { protocol, host, pathname, searchParams } = new URL(source.url)
  const video = NAMED_BY_QUERY.test(host) ? searchParams.get('v') : null
  const query = video === null ? '' : `?${new URLSearchParams({ v: video })}`
  return `${protocol}//${host}${pathname}${query}`
}

/**
 * @limit credit-transcript-native credits transcript_native
 * @limit credit-transcript-generated-per-min credits transcript_generated_per_min
 * @limit credit-file-transcribe-per-min credits file_transcribe_per_min
 */
export const TRANSCRIPT_PRICES = {
  transcript_native: 1,
  transcript_generated_per_min: 2,
  file_transcribe_per_min: 2,
}

interface TranscriptionParts {
  files: Pick<Files, 'open' | 'get'>
  uploads: Pick<Uploads, 'find'>
  keepInHistory: (entry: ReturnType<typeof historyEntryOf>) => void
  /** The ways to what video sites have. */
  readCaptions: ReadCaptions
  downloadSound: DownloadSound
  /** Of questions to video sites. */
  captionsLane: string
}

/** Transcribes recordings and videos. */
export function createTranscription(core: Core, parts: TranscriptionParts) {
  const { spool, safeFetch, audio, metrics, limits, stores, log, now } = core
  const { discoveries, engineLists, queue, jobs } = core
  const { files, uploads, captionsLane, readCaptions, downloadSound } = parts
  const transcriptionEngines = new TranscriptionEngines({
    offered: () => engineLists.transcription.offered,
    scan: () => discoveries.transcription.scanBriefly(),
    health: core.transcriptionHealth,
    onOutcome: ({ engine, failure, seconds }) =>
      metrics.transcribed({ engine: engine.id, outcome: failure?.verdict ?? 'succeeded', seconds }),
  })
  const recordings = new Recordings({ spool, safeFetch, audio, downloadSound })
  const onTranscript = (finished: FinishedTranscript) => {
    try {
      parts.keepInHistory(historyEntryOf(finished))
    } catch (err) {
      // The transcript itself is not lost by that.
      log.error({ job: finished.jobId, err }, 'Cannot keep a transcript in the history')
    }
  }
  const transcribeRecording = recordingTranscriber({
    transcriptionEngines,
    recordings,
    retryMs: limits.transcriptionRetryMs,
    onTranscript,
  })
  const cache = new TranscriptCache({ store: stores.transcriptCache, now })
  const transcriber = new VideoTranscriber({
    cache,
    transcriptionEngines,
    readCaptions,
    transcribeRecording,
    captionsLane,
    log,
    removeFiles: async (ids) => void (await Promise.all(ids.map((id) => spool.remove(id)))),
  })
  const tasks = {
    transcribe: transcribeTask({ transcriptionEngines, transcribeRecording }),
    videoTranscript: videoTranscriptTask({ transcriber, captionsLane }),
    youtubeToSrt: subtitlesTask({
      transcriber,
      captionsLane,
      srtOf: (transcript) => subtitlesOfVideo(transcript, 'srt'),
    }),
  }
  const list = [tasks.transcribe, tasks.videoTranscript, tasks.youtubeToSrt] as const
  const kinds = new Set<string>(list.map(({ kind }) => kind))
  const openTranscripts = async (owner: string) => {
    const runs = queue.lanes().flatMap(({ running, waiting }) => [...running, ...waiting])
    return runs.filter(({ task }) => kinds.has(task.kind) && task.caller.owner === owner).length
  }
  const transcripts = new TranscriptIntake({
    spool,
    audio,
    files,
    uploads,
    transcriptionEngines,
    openTranscripts,
  })
  const services = { ...core, transcripts, transcriptionEngines }
  return {
    name: 'transcription',
    prices: TRANSCRIPT_PRICES,
    tasks: list,
    tools: transcriptTools({ runs: core.runs, files, transcripts, tasks }),
    lanes: TRANSCRIPT_LANES,
    sweeps: [cache],
    routes: () => [
      transcriptRoutes(services, tasks.transcribe),
      audioRoutes(services, tasks.transcribe),
      videoTranscriptRoutes(services, tasks),
    ],
    /** For the list of all jobs with media. */
    mediaJobs: [transcriptJobs(tasks.transcribe), ...videoJobs(tasks)] as const,
    definitions: tasks,
    transcripts,
    transcriptionEngines,
    /** The transcript of an owner's finished job. */
    transcriptOf: (owner: string, jobId: string) => transcriptOf(jobs, list, owner, jobId),
  }
}

type TranscriptTasks = readonly [TranscribeTask, VideoTranscriptTask, SubtitlesTask]

/**
 * The transcript of a job that has succeeded.
 *
 * @throws {AppError} `not_found`, also for a job of another owner; `conflict` for one without a
 * transcript
 */
function transcriptOf(
  jobs: Pick<Jobs, 'get'>,
  tasks: TranscriptTasks,
  owner: string,
  jobId: string,
): Pick<Transcript, 'text' | 'segments'> {
  const { kind, status, result } = jobs.get(owner, tasks[0], jobId)
  const isTranscript = tasks.some((task) => task.kind === kind)
  if (isTranscript && status === 'succeeded') {
    if (matches(Transcript, result)) return result
    if (matches(VideoTranscript, result)) return result
  }
  const reason = isTranscript ? `it is ${status}` : 'it is no transcription'
  throw new AppError('conflict', `The job has no transcript: ${reason}`, { param: 'job_id' })
}
