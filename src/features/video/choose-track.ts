import type { CaptionTrack, VideoDetails } from '../../media/contract-video.ts'

/** What some sites list among their captions: messages of viewers, pictures. */
const NO_CAPTIONS = new Set(['live_chat', 'danmaku', 'rechat', 'comments', 'storyboards'])
/** Taken where nothing tells what is spoken, as most people can read or translate it. */
const COMMON_LANGUAGE = 'en'

/**
 * Picks the captions of a video to read.
 *
 * With a language: its tag, else another variant of it, in the same script before others; captions
 * by people before automatic ones. None of another language.
 *
 * Without: by people in the spoken language; automatic ones, which are what is said word by word;
 * translations by people, English ones first. Where the site does not say what is spoken, it is the
 * language of the automatic captions, as long as these are of one.
 *
 * @param language A language tag
 */
export function chooseTrack(
  { captions, language: spoken }: Pick<VideoDetails, 'captions' | 'language'>,
  language: string | undefined,
): CaptionTrack | undefined {
  const tracks = captions.filter((track) => !NO_CAPTIONS.has(track.language))
  if (language !== undefined) return inLanguage(tracks, language)
  const original = spoken ?? recognisedLanguage(tracks)
  const inOriginal = original === undefined ? undefined : inLanguage(tracks, original)
  if (inOriginal !== undefined) return inOriginal
  const native = ofKind(tracks, 'native')
  return best(native, COMMON_LANGUAGE) ?? native[0] ?? best(tracks, COMMON_LANGUAGE) ?? tracks[0]
}

function inLanguage(tracks: readonly CaptionTrack[], language: string): CaptionTrack | undefined {
  return best(ofKind(tracks, 'native'), language) ?? best(ofKind(tracks, 'automatic'), language)
}

function ofKind(tracks: readonly CaptionTrack[], kind: CaptionTrack['kind']): CaptionTrack[] {
  return tracks.filter((track) => track.kind === kind)
}

/** The first of those that are nearest to a language. */
function best(tracks: readonly CaptionTrack[], language: string): CaptionTrack | undefined {
  const wanted = languageTag(language)
  const near = tracks
    .map((track) => ({ track, tag: languageTag(track.language) }))
    .filter(({ tag }) => isSameLanguage(tag, wanted))
  const found =
    near.find(({ tag }) => tag === wanted) ??
    // Of `pt-PT` and `pt`, the latter for `pt-BR`.
    near.find(({ tag }) => !tag.includes('-') && isSameScript(tag, wanted)) ??
    near.find(({ tag }) => isSameScript(tag, wanted)) ??
    near[0]
  return found?.track
}

/** What a site's speech recognition has heard; undefined where it lists several languages. */
function recognisedLanguage(tracks: readonly CaptionTrack[]): string | undefined {
  const [first, ...others] = ofKind(tracks, 'automatic').map((track) => languageTag(track.language))
  return others.every((other) => first !== undefined && isSameLanguage(other, first))
    ? first
    : undefined
}

/** Marks captions in the language that is spoken. */
const ORIGINAL = /-orig$/i
/** The id of a track, which readers of YouTube add where there are several of one language. */
const TRACK_ID = /-[\w-]{11}$/

/**
 * A language as its canonical tag: `pt-BR` of `pt_br`, `de` of `deu`, `he` of `iw`, `en` of `en-orig`.
 *
 * @returns What is no tag as it is
 */
export function languageTag(language: string): string {
  const plain = language.trim().replaceAll('_', '-').replace(ORIGINAL, '')
  return canonical(plain) ?? canonical(plain.replace(TRACK_ID, '')) ?? plain
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    // No tag: sites have names and ids of their own as well.
    return undefined
  }
}

/** Whether two canonical tags are of one language, whatever its variant. */
function isSameLanguage(one: string, other: string): boolean {
  return primary(one) === primary(other)
}

/** Whether two canonical tags are usually written in one script: `zh-TW` as `zh-Hant`. */
function isSameScript(one: string, other: string): boolean {
  return scriptOf(one) === scriptOf(other)
}

function primary(tag: string): string {
  const [first = ''] = tag.toLowerCase().split('-', 1)
  return first
}

function scriptOf(tag: string): string | undefined {
  return canonical(tag) === undefined ? undefined : new Intl.Locale(tag).maximize().script
}
