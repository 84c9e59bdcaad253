import { AppError } from '../../platform/errors.ts'
import type { PcmFormat } from '../../platform/wav.ts'
import { wavHeader } from '../../platform/wav.ts'
import type { AudioFormat } from '../contract-audio.ts'
import { EncoderFailure, encodeInProcess } from './encoder-process.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { withoutFfmpeg } from './refusals.ts'

const MIN_TEMPO = 0.5
const MAX_TEMPO = 2

export interface EncodeOptions extends PcmFormat {
  format: AudioFormat
  tempo?: number
  signal: AbortSignal
  /** How long the encoder may neither take nor give anything. */
  stallMs?: number
}

/**
 * Encodes PCM as it comes.
 *
 * @throws {AppError} `not_installed`, `engine_failed`
 */
export async function* encodeAudio(
  ffmpeg: Ffmpeg,
  pcm: AsyncIterable<Uint8Array>,
  options: EncodeOptions,
): AsyncGenerator<Uint8Array> {
  const { format, tempo = 1, signal } = options
  signal.throwIfAborted()
  if (!(tempo >= MIN_TEMPO && tempo <= MAX_TEMPO))
    throw new RangeError(`A tempo of ${tempo} is not between ${MIN_TEMPO} and ${MAX_TEMPO}`)
  const isPlain = format === 'wav' || format === 'pcm'
  const changed = isPlain && tempo === 1 ? pcm : inFfmpeg(ffmpeg, pcm, options)
  if (format === 'wav') yield wavHeader(options)
  for await (const chunk of changed) {
    signal.throwIfAborted()
    yield chunk
  }
}

function inFfmpeg(
  ffmpeg: Ffmpeg,
  pcm: AsyncIterable<Uint8Array>,
  options: EncodeOptions,
): AsyncIterable<Uint8Array> {
  const { format, tempo = 1, sampleRate, channels, signal, stallMs } = options
  const what = tempo === 1 ? `Cannot encode ${format}` : 'Cannot change the speed of this sound'
  const program = ffmpeg.path
  if (program === undefined) throw withoutFfmpeg(what)
  const command = [
    program,
    ...['-v', 'error', '-nostdin', '-nostats', '-protocol_whitelist', 'pipe'],
    // Nothing is to be found out about the input, so that the first bytes leave at once.
    ...['-probesize', '32', '-analyzeduration', '0', '-fflags', 'nobuffer'],
    ...['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0'],
    ...(tempo === 1 ? [] : ['-af', `atempo=${tempo}`]),
    ...encoderArguments(format, options),
    ...['-fflags', '+bitexact', '-flush_packets', '1', 'pipe:1'],
  ]
  return explained(
    encodeInProcess(command, pcm, { signal, ...(stallMs === undefined ? {} : { stallMs }) }),
    what,
  )
}

async function* explained(
  encoded: AsyncIterable<Uint8Array>,
  what: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* encoded
  } catch (error) {
    if (!(error instanceof EncoderFailure)) throw error
    if (/Unknown encoder|Requested output format/.test(error.log))
      throw new AppError(
        'not_installed',
        `${what}: the ffmpeg of this server was built without it; its owner can install another`,
      )
    throw new AppError('engine_failed', `${what}: ffmpeg failed`, { cause: error })
  }
}

/** Bitrates are for speech. */
function encoderArguments(format: AudioFormat, { sampleRate, channels }: PcmFormat): string[] {
  switch (format) {
    case 'mp3':
      // Of a constant bitrate, as a stream has no header that tells players its length.
      return [
        ...['-c:a', 'libmp3lame', '-b:a', `${(sampleRate > 24_000 ? 96 : 64) * channels}k`],
        ...['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
      ]
    case 'opus':
      return [
        ...['-c:a', 'libopus', '-b:a', `${32 * channels}k`],
        ...['-page_duration', '200000', '-f', 'ogg'],
      ]
    case 'flac':
      return ['-c:a', 'flac', '-f', 'flac']
    case 'aac':
      return ['-c:a', 'aac', '-b:a', `${64 * channels}k`, '-f', 'adts']
    case 'wav':
    case 'pcm':
      return ['-c:a', 'pcm_s16le', '-f', 's16le']
  }
}
