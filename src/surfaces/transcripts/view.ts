import { subtitlesOfSegments } from '../../core/subtitles/subtitle-thread.ts'
import type { TranscribeTask } from '../../core/transcripts/transcribe-task.ts'
import { Transcript } from '../../core/transcripts/transcript.ts'
import { type MediaJobKind, mediaJobKind, reader } from '../kit/media-job.ts'
import { TranscriptSummary, TranscriptView } from './schema.ts'

/** Transcription jobs, for the routes of media jobs. */
export function transcriptJobs(task: TranscribeTask): MediaJobKind {
  return mediaJobKind({
    task,
    read: reader(Transcript),
    resultSchema: TranscriptSummary,
    jsonSchema: TranscriptView,
    view: summaryView,
    json: transcriptView,
    texts: {
      text: ({ text }) => `${text}\n`,
      srt: ({ segments }) => subtitlesOfSegments(segments, 'srt'),
      vtt: ({ segments }) => subtitlesOfSegments(segments, 'vtt'),
    },
  })
}

function transcriptView({ text, language, seconds, isCut, engine, model, segments }: Transcript) {
  return {
    ...{ text, language, duration_seconds: seconds, engine, model, segments },
    ...(isCut === undefined ? {} : { truncated: isCut }),
  }
}

function summaryView(transcript: Transcript) {
  const { segments, ...view } = transcriptView(transcript)
  return { ...view, segments: segments.map(({ words: _, ...segment }) => segment) }
}
