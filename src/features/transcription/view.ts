import { type MediaJobKind, mediaJobKind, reader } from '../shared/media-job.ts'
import { subtitlesOfSegments } from '../subtitles/subtitle-thread.ts'
import { TranscriptSummary, TranscriptView } from './schema.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import { Transcript } from './transcript.ts'

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
    text,
    language,
    duration_seconds: seconds,
    engine,
    model,
    segments,
    ...(isCut === undefined ? {} : { truncated: isCut }),
  }
}

function summaryView(transcript: Transcript) {
  const { segments, ...view } = transcriptView(transcript)
  return { ...view, segments: segments.map(({ words: _, ...segment }) => segment) }
}
