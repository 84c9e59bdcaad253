/** Names inside the folder in which a command runs. */
export const INPUT_NAME = 'input'
export const OUTPUT_NAME = 'output'

/**
 * What a file may be. A list of other files (HLS, ffconcat, DASH, a playlist) is none of them, so no
 * file but the given one is opened.
 */
const FORMATS = [
  ...['mp3', 'wav', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'ogg', 'flac'],
  ...['aac', 'mpegts', 'mpeg', 'avi', 'flv', 'asf', 'aiff', 'au', 'caf', 'w64', 'ac3'],
  ...['amr', 'amrnb', 'amrwb'],
]

/** Options of ffmpeg and ffprobe before the file, whose name says nothing of its format. */
export const SAFE_INPUT: readonly string[] = [
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS.join(',')],
  ...['-i', `file:${INPUT_NAME}`],
]

/** Formats that name other files or addresses. */
const LISTS = new Set([
  'concat',
  'concatf',
  'hls',
  'dash',
  'imf',
  'sdp',
  'rtsp',
  'mpjpeg',
  'webm_dash_manifest',
])
const NOT_SOUND = 'it is no sound or video file that this server can read'

/** Says in words for its sender why a file is none that may be read, by what ffmpeg prints. */
export function formatRefusal(log: string): string {
  const refused = /\[(\w+) @ [^\]]*\] Format not on whitelist/.exec(log)?.[1]
  if (refused !== undefined && LISTS.has(refused))
    return 'it is a list of other files, and those are not opened'
  if (/moov atom not found/.test(log))
    return 'its end is missing, and with it all that tells where the sound is'
  if (/: End of file$/m.test(log)) return 'it ends before its sound begins'
  return NOT_SOUND
}
