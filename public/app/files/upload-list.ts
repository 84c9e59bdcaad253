import { signal } from '@preact/signals'
import { countGoingOn, type Upload } from '../../ui/uploads/upload.ts'

/** Those that are not stored yet; they go on whatever page is shown. */
export const uploads = signal<readonly Upload[]>([])

/** For the badge of the page in the rail. */
export function uploadBadge(): Record<string, number> {
  return { '/app/files': countGoingOn(uploads.value) }
}
