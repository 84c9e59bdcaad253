import { signal } from '@preact/signals'
import { countGoingOn, type Upload } from '../../ui/uploads/upload.ts'

/** Recordings that are on their way; they go on whatever page is shown. */
export const uploads = signal<readonly Upload[]>([])

/** For the badge of the page in the rail. */
export function recordingBadge(): Record<string, number> {
  return { '/app/transcribe': countGoingOn(uploads.value) }
}
