import { requireCapability } from '../../core/caller.ts'
import { SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { TranscribeRecording } from './transcribe-recording.ts'
import {
  DOWNLOAD_LANE,
  filesOf,
  MEDIA_LANE,
  MEDIA_MS,
  TRANSCRIPT_ID_PREFIX,
  TranscribeInput,
  Transcript,
  TranscriptPiece,
  WAITING_LANE,
} from './transcript.ts'
import type { TranscriptionEngines } from './transcription-engines.ts'

interface TranscribeTaskOptions {
  transcriptionEngines: TranscriptionEngines
  transcribeRecording: TranscribeRecording
}

/** Writes down what is spoken in a recording. */
export function transcribeTask({
  transcriptionEngines,
  transcribeRecording,
}: TranscribeTaskOptions) {
  return defineTask<typeof TranscribeInput, typeof Transcript, string, typeof TranscriptPiece>({
    kind: 'transcribe',
    idPrefix: TRANSCRIPT_ID_PREFIX,
    lanes: [MEDIA_LANE, DOWNLOAD_LANE, SHARED_LANE, WAITING_LANE],
    firstLane: (_, { source }) => (source.type === 'url' ? DOWNLOAD_LANE : MEDIA_LANE),
    laneDeadlineMs: { [MEDIA_LANE]: MEDIA_MS },
    admission: undefined,
    countsFailures: false,
    input: TranscribeInput,
    result: Transcript,
    piece: TranscriptPiece,
    authorize: (caller) => requireCapability(caller, 'media'),
    async check(caller, { engine, task }) {
      await transcriptionEngines.refresh()
      transcriptionEngines.select(engine, task, caller)
    },
    textOf: ({ name }) => name,
    durationKey: ({ engine }) => engine ?? '',
    files: filesOf,
    run: async (input, context) => (await transcribeRecording(input, context)).transcript,
  })
}
export type TranscribeTask = ReturnType<typeof transcribeTask>
