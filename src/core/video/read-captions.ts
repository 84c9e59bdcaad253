import type { VideoDetails } from '../../media/contract-video.ts'
import { AppError } from '../../platform/errors.ts'
import type { FoundCaptions, ReadCaptions } from '../transcripts/video-captions.ts'
import { captionCues, captionSegments } from './caption-thread.ts'
import { chooseTrack } from './choose-track.ts'
import { languageTag } from './language-tag.ts'
import type { FoundFile, Videos } from './videos.ts'

/** Reads captions by the first reader of video sites that gets some with text in them. */
export function captionReader(videos: Pick<Videos, 'captions'>): ReadCaptions {
  return (url, { language, signal }) => {
    // The captions of a stream that is live have no end.
    const choose = (details: VideoDetails) =>
      details.liveStatus === 'live' ? undefined : chooseTrack(details, language)
    return videos.captions(url, choose, foundCaptions, signal)
  }
}

/** @throws {AppError} `site_blocked` for a file without captions: sites send such ones to programs */
async function foundCaptions(
  { details, file }: FoundFile,
  signal: AbortSignal,
): Promise<FoundCaptions | undefined> {
  const { title, durationSeconds, liveStatus } = details
  if (liveStatus === 'live')
    throw new AppError(
      'invalid',
      'This is a stream that is live now: ask again when it has ended',
      {
        param: 'url',
      },
    )
  if (file === undefined) return undefined
  const segments = await captionSegments(file.text, signal)
  const { language, kind } = file.track
  if (segments.length === 0)
    throw new AppError(
      'site_blocked',
      `Cannot read the captions: the site lists them in ${language}, but sends a file without any`,
    )
  const cues = kind === 'native' ? await captionCues(file.text, signal) : []
  return {
    ...{ title, language: languageTag(language), kind, segments },
    ...(cues.length === 0 ? {} : { cues }),
    ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
  }
}
