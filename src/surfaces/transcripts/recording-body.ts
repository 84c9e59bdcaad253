import type { TaskBody } from '../../core/tasks/submit-task.ts'
import type {
  NewRecording,
  TranscribeOptions,
  TranscriptIntake,
} from '../../core/transcripts/intake.ts'
import type { TranscribeInput } from '../../core/transcripts/transcript.ts'

interface RecordingBodyOptions {
  intake: TranscriptIntake
  hash: string
  /** A recording that is there already; its file is removed unless a job takes it over. */
  kept?: NewRecording
  /** Finds the recording; by default the one that is there. */
  find?: () => Promise<NewRecording>
  /** Reads the rest of what was asked. @throws {AppError} */
  options: () => TranscribeOptions
  async: boolean
}

/** A received request for a transcript. */
export function recordingBody({
  intake,
  hash,
  kept,
  find = async () => required(kept),
  options,
  async,
}: RecordingBodyOptions): TaskBody<TranscribeInput> {
  let recording = kept
  let input: TranscribeInput | undefined
  return {
    hash,
    async parse() {
      const asked = options()
      recording = await find()
      input = await intake.accept(recording, asked)
      return { input, async }
    },
    async discard() {
      if (input !== undefined) await intake.discard(input)
      else if (recording !== undefined) await intake.drop(recording)
    },
  }
}

function required(recording: NewRecording | undefined): NewRecording {
  if (recording === undefined) throw new Error('A body without a recording')
  return recording
}
