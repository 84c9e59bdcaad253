import type { Answerer } from '../../core/engines/answer.ts'
import type { EngineLanes } from '../../core/engines/engine-lanes.ts'
import type { Models } from '../../core/engines/models.ts'
import type { TimedSegment } from '../../media/subtitles/timed-units.ts'
import type { Log } from '../../platform/log.ts'
import type { FindBrand } from './caption.ts'
import { perfectTask } from './perfect-task.ts'
import { subtitlesOfSegments } from './subtitle-thread.ts'
import { type FinishedTranslation, translateTask } from './translate-task.ts'

interface SubtitleParts {
  models: Models
  answerer: Answerer
  engineLanes: EngineLanes
  findBrand: FindBrand
  onTranslation: (finished: FinishedTranslation) => void
  log: Log
}

/** Creates the tasks that correct subtitles, and that translate them and other texts. */
export function createSubtitles({ onTranslation, log, ...parts }: SubtitleParts) {
  return {
    perfectSrt: perfectTask(parts),
    translate: translateTask({
      ...parts,
      onTranslation(finished) {
        try {
          onTranslation(finished)
        } catch (err) {
          // The translation itself is not lost by that.
          log.error({ job: finished.jobId, err }, 'Cannot keep a translation in the history')
        }
      },
    }),
  }
}

/**
 * The subtitles of a transcript.
 *
 * @param transcriptOf Finds the transcript of a finished job
 */
export function transcriptSubtitles(
  transcriptOf: (owner: string, jobId: string) => { segments: readonly TimedSegment[] },
) {
  return (owner: string, jobId: string): Promise<string> =>
    subtitlesOfSegments(transcriptOf(owner, jobId).segments, 'srt')
}
