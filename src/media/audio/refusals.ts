import { AppError } from '../../platform/errors.ts'

const INSTALL = 'apt install ffmpeg (Debian, Ubuntu) or brew install ffmpeg (macOS)'

/** A file that cannot be read, with the reason in words for its sender. */
export function unreadable(reason: string, options?: ErrorOptions): AppError {
  return new AppError('invalid', `Cannot read this recording: ${reason}`, options)
}

/** @param what What takes ffmpeg, as in `Cannot encode mp3` */
export function withoutFfmpeg(what: string): AppError {
  return new AppError(
    'not_installed',
    `${what}: ffmpeg is not installed on this server; its owner can add it with ${INSTALL}`,
  )
}

export function noRoom(cause?: unknown): AppError {
  return new AppError('storage_full', 'There is no room left on the disk for this recording', {
    cause,
  })
}
