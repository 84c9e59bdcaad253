import { open, rm } from 'node:fs/promises'
import { abortable } from '../../platform/deadline.ts'
import {
  type AudioPiece,
  type AudioTools,
  MAX_RECORDING_SECONDS,
  type PreparedRecording,
  SPEECH_SAMPLE_RATE,
} from '../contract-audio.ts'
import type { AudioJob, AudioMessage } from './audio.thread.ts'
import { noRoom, unreadable, withoutFfmpeg } from './bounds.ts'
import { HEAD_BYTES } from './convert-wav.ts'
import { DECODE_MS, decode, roomFor } from './decode.ts'
import { ENCODER_STALL_MS, type EncodeOptions, encodeAudio } from './encode.ts'
import { type AudioPrograms, Ffmpeg } from './ffmpeg.ts'
import type { PieceLengths } from './split-at-silence.ts'
import { readWavLayout, secondsOf, WavError, type WavLayout, wavHeader } from './wav.ts'

/** Stays free on the disk whatever is decoded, so that the database can still be written. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

interface LocalAudioOptions {
  programs?: AudioPrograms | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
  /** Time limit of decoding one recording. */
  decodeMs?: number
  /** How long an encoder may neither take nor give anything. */
  encoderStallMs?: number
  minFreeBytes?: number
  /** What is read of a recording at most. */
  maxSeconds?: number
}

type PrepareOptions = Parameters<AudioTools['prepare']>[2]

/** Sound by the ffmpeg of this machine; without it, WAV of PCM only. */
export class LocalAudio implements AudioTools {
  readonly #ffmpeg: Ffmpeg
  readonly #decodeMs: number
  readonly #encoderStallMs: number
  readonly #minFreeBytes: number
  readonly #maxSeconds: number

  constructor({
    decodeMs = DECODE_MS,
    encoderStallMs = ENCODER_STALL_MS,
    minFreeBytes = MIN_FREE_BYTES,
    maxSeconds = MAX_RECORDING_SECONDS,
    ...options
  }: LocalAudioOptions) {
    this.#ffmpeg = new Ffmpeg(options)
    this.#decodeMs = decodeMs
    this.#encoderStallMs = encoderStallMs
    this.#minFreeBytes = minFreeBytes
    this.#maxSeconds = maxSeconds
  }

  isInstalled(): boolean {
    return this.#ffmpeg.isInstalled
  }

  async prepare(
    source: string,
    target: string,
    { signal, onProgress }: PrepareOptions,
  ): Promise<PreparedRecording> {
    try {
      const layout = await layoutOf(source)
      if (layout !== undefined && (isPrepared(layout) || !this.isInstalled()))
        return await this.#convert(source, target, layout, { signal, onProgress })
      const installed = await this.#ffmpeg.find()
      // It is there and does not run.
      if (layout !== undefined && installed === undefined)
        return await this.#convert(source, target, layout, { signal, onProgress })
      if (installed === undefined)
        throw withoutFfmpeg('Cannot read this recording, which is no WAV file of PCM')
      const options = {
        signal,
        onProgress,
        minFreeBytes: this.#minFreeBytes,
        limitMs: this.#decodeMs,
        maxSeconds: this.#maxSeconds,
      }
      return await decode(source, target, installed, options)
    } catch (error) {
      await rm(target, { force: true })
      throw error
    }
  }

  async split(
    path: string,
    { signal, ...lengths }: PieceLengths & { signal: AbortSignal },
  ): Promise<readonly AudioPiece[]> {
    const result = await runInThread({ kind: 'split', path, lengths }, { signal })
    if (!('pieces' in result)) throw new Error('The thread did another job')
    return result.pieces
  }

  async cut(path: string, target: string, piece: AudioPiece, signal: AbortSignal): Promise<void> {
    try {
      await cutWav(path, target, piece, signal)
    } catch (error) {
      await rm(target, { force: true })
      throw error
    }
  }

  encode(pcm: AsyncIterable<Uint8Array>, options: EncodeOptions): AsyncIterable<Uint8Array> {
    return encodeAudio(this.#ffmpeg, pcm, { stallMs: this.#encoderStallMs, ...options })
  }

  async #convert(
    source: string,
    target: string,
    layout: WavLayout,
    options: { signal: AbortSignal; onProgress: ((seconds: number) => void) | undefined },
  ): Promise<PreparedRecording> {
    const maxSeconds = this.#maxSeconds
    const seconds = Math.min(secondsOf(layout), maxSeconds)
    if (seconds * SPEECH_SAMPLE_RATE * 2 > (await roomFor(target, this.#minFreeBytes)))
      throw noRoom()
    const result = await runInThread({ kind: 'convert', source, target, maxSeconds }, options)
    if (!('seconds' in result)) throw new Error('The thread did another job')
    if (result.seconds === 0) throw unreadable('it has no sound: it is 0 seconds long')
    const isCut = secondsOf(layout) > maxSeconds
    return { seconds: result.seconds, ...(isCut ? { isCut } : {}) }
  }
}

/** @returns undefined for anything but a WAV file of PCM */
async function layoutOf(source: string): Promise<WavLayout | undefined> {
  await using file = await open(source)
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)))
  try {
    return readWavLayout(buffer.subarray(0, bytesRead), size)
  } catch (error) {
    if (error instanceof WavError) return undefined
    throw error
  }
}

function isPrepared({ sampleRate, channels, bits, encoding }: WavLayout): boolean {
  return (
    sampleRate === SPEECH_SAMPLE_RATE && channels === 1 && bits === 16 && encoding === 'integer'
  )
}

type AudioResult = Extract<AudioMessage, { seconds: number } | { pieces: unknown }>

const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Does one job in a worker thread, which ends with it.
 *
 * @throws {AppError} `invalid` for a file that is no WAV file of PCM, `storage_full`
 * @throws The signal's reason
 */
async function runInThread(
  job: AudioJob,
  {
    signal,
    onProgress,
  }: { signal: AbortSignal; onProgress?: ((seconds: number) => void) | undefined },
): Promise<AudioResult> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./audio.thread.ts', import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<AudioResult>()
  worker.addEventListener('message', ({ data }: MessageEvent<AudioMessage>) => {
    if ('progress' in data) onProgress?.(data.progress)
    else if ('refusal' in data) reject(unreadable(data.refusal))
    else if ('failure' in data) reject(errorOf(data.failure))
    else resolve(data)
  })
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  worker.addEventListener('close', () => reject(new Error('The thread that reads sound has ended')))
  try {
    worker.postMessage(job)
    return await abortable(promise, signal)
  } finally {
    worker.terminate()
  }
}

function errorOf({ message, code }: { message: string; code: unknown }): Error {
  return FULL_CODES.has(code) ? noRoom(message) : new Error(`Cannot read a recording: ${message}`)
}

const CUT_HEAD_BYTES = 4096
const BLOCK_BYTES = 1024 * 1024

/** Copies a piece of a WAV file of 16-bit PCM; the caller removes the target when this fails. */
async function cutWav(
  path: string,
  target: string,
  { start, end }: AudioPiece,
  signal: AbortSignal,
): Promise<void> {
  await using input = await open(path)
  const { size } = await input.stat()
  const head = Buffer.alloc(Math.min(size, CUT_HEAD_BYTES))
  await input.read(head, 0, head.byteLength, 0)
  const { dataStart, dataEnd, sampleRate, channels } = readWavLayout(head, size)
  const offsetOf = (seconds: number) =>
    Math.min(dataStart + Math.round(seconds * sampleRate) * channels * 2, dataEnd)
  const last = offsetOf(end)
  let at = offsetOf(start)
  await using output = await open(target, 'w')
  await output.write(wavHeader({ sampleRate, channels }, last - at))
  const block = Buffer.alloc(BLOCK_BYTES)
  while (at < last) {
    signal.throwIfAborted()
    const { bytesRead } = await input.read(block, 0, Math.min(BLOCK_BYTES, last - at), at)
    if (bytesRead === 0) throw new Error('A recording became shorter while it was cut')
    await output.writeFile(block.subarray(0, bytesRead))
    at += bytesRead
  }
}
