import type { Clips } from '../../core/speech/clips.ts'
import type { SpeechEngines } from '../../core/speech/speech-engines.ts'
import type { Origins } from '../../http/server/origins.ts'
import type { JobRouteServices } from '../kit/job-routes.ts'

export interface SpeechServices extends JobRouteServices {
  origins: Origins
  speech: {
    clips: Clips
    speechEngines: SpeechEngines
    /** The format where none is asked for. */
    defaultFormat: () => 'mp3' | 'wav'
  }
}
