import type { TaskContext } from '../../core/tasks/define-task.ts'
import type { TranscriptPiece } from './transcript.ts'

/** The context of a run that writes a recording down; its events are what each piece adds to the text. */
export type TranscribeContext = TaskContext<string, TranscriptPiece>
