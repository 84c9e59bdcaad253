import type { CaptionFormat, CaptionTrack } from '../contract-video.ts'
import { defined, type Fields, isFields, objects, textOf } from './yt-dlp-fields.ts'

/** Tracks of one video. See Limits. */
export const MAX_CAPTIONS = 500
/** Marks a track that is in the language which is spoken; all others are translations of it. */
const ORIGINAL = /-orig$/
const MAX_LANGUAGE_CHARACTERS = 100
/** The ones with the best times first. */
const FORMATS: readonly (readonly [extension: string, format: CaptionFormat])[] = [
  ['json3', 'json3'],
  ['vtt', 'vtt'],
  ['srt', 'srt'],
  ['ttml', 'ttml'],
  ['dfxp', 'ttml'],
  ['tt', 'ttml'],
]

/** One file of a track. */
export interface TrackFile {
  format: CaptionFormat
  /** As yt-dlp calls the format. */
  extension: string
  /** Where it is, unless the text itself is known. */
  url?: string
  text?: string
  /** Whether the address is a list of pieces, or another protocol than HTTP. */
  isSegmented: boolean
}

/** A track with what is needed to read it. */
export interface FoundTrack {
  track: CaptionTrack
  /** Its name in the answer. */
  key: string
  /** The best format first. */
  files: readonly TrackFile[]
}

/** The tracks of a video, without translations by machine, chats and unknown formats. */
export function tracksOf(info: Fields): FoundTrack[] {
  const native = tracksIn(info['subtitles'], 'native')
  return [...native, ...original(tracksIn(info['automatic_captions'], 'automatic'), info)].slice(
    0,
    MAX_CAPTIONS,
  )
}

function tracksIn(value: unknown, kind: CaptionTrack['kind']): FoundTrack[] {
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([key, entries]) => {
    const listed = objects(entries)
    const files = filesOf(listed)
    if (files.length === 0 || key.length > MAX_LANGUAGE_CHARACTERS) return []
    const name = listed.map((one) => textOf(one, ['name'])).find((one) => one !== undefined)
    const language = key.replace(ORIGINAL, '')
    return [{ track: { language, ...defined({ name }), kind }, key, files }]
  })
}

function filesOf(entries: readonly Fields[]): TrackFile[] {
  return FORMATS.flatMap(([extension, format]) =>
    entries
      .filter((one) => one['ext'] === extension)
      .flatMap((one) => {
        const text = typeof one['data'] === 'string' ? one['data'] : undefined
        const url = typeof one['url'] === 'string' ? one['url'] : undefined
        if (text === undefined && url === undefined) return []
        const protocol = one['protocol'] ?? 'https'
        const isSegmented = protocol !== 'https' && protocol !== 'http'
        return [{ format, extension, ...defined({ text, url }), isSegmented }]
      }),
  )
}

/** Sites that translate offer hundreds of languages for one that is spoken. */
function original(tracks: readonly FoundTrack[], info: Fields): readonly FoundTrack[] {
  const marked = tracks.filter(({ key }) => ORIGINAL.test(key))
  if (marked.length > 0) return marked
  const own = tracks.filter(({ files }) => !files.every(isTranslation))
  const spoken = own.filter(({ key }) => key === info['language'])
  return spoken.length > 0 ? spoken : own
}

function isTranslation({ url }: TrackFile): boolean {
  return url !== undefined && /[?&]tlang=/.test(url)
}
