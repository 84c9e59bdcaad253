import { type FileHandle, open } from 'node:fs/promises'
import { type Static, Type } from '@sinclair/typebox'
import { type Caller, requireCapability } from '../../core/caller.ts'
import type { EngineHealth } from '../../core/engines/engine-health.ts'
import { SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import type { AdmissionLimits } from '../../core/tasks/admission.ts'
import { defineTask, type TaskContext } from '../../core/tasks/define-task.ts'
import { readWavLayout } from '../../media/audio/wav.ts'
import type { AudioFormat, AudioTools } from '../../media/contract-audio.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from '../../platform/schemas.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import type { Spool } from '../../storage/contract.ts'
import { requireBrand } from '../brands/brands.ts'
import type { Clips } from './clips.ts'
import { Speaker, type Spoken } from './speaker.ts'
import { isOtherServicesVoice, type SpeechChoice, type SpeechEngines } from './speech-engines.ts'
import { isSpeakable } from './split-text.ts'

/** Of one text. @limit speech-text characters */
export const MAX_SPEECH_CHARACTERS = 100_000
/** Relative to how the voice speaks by itself. See Limits. */
export const MIN_SPEED = 0.5
export const MAX_SPEED = 2
/**
 * Requests and jobs that are running or waiting.
 *
 * @limit speech-requests count max
 * @limit speech-requests-owner count maxPerOwner
 */
export const SPEECH_ADMISSION: AdmissionLimits = { max: 64, maxPerOwner: 8 }
/** Where a run waits for a reader who is far behind, so that others can go on. */
export const READER_LANE = 'speech-reader'
/** More than can wait there. */
export const READER_LANE_WIDTH = SPEECH_ADMISSION.max

/** Encodings that a clip may have. */
export const ClipFormat = oneOf(['wav', 'mp3', 'opus', 'flac'])

/** A text to be spoken. */
export const TtsInput = Type.Object({
  text: Type.String(),
  engine: Type.Optional(Type.String({ minLength: 1 })),
  model: Type.Optional(Type.String({ minLength: 1 })),
  voice: Type.Optional(Type.String({ minLength: 1 })),
  /** Id of a brand, whose voice speaks where the request names none of the engines here. */
  brand: Type.Optional(Type.String()),
  language: Type.Optional(Type.String({ minLength: 2 })),
  speed: Type.Number({ minimum: MIN_SPEED, maximum: MAX_SPEED }),
  format: Type.Union([...ClipFormat.anyOf, Type.Literal('aac'), Type.Literal('pcm')]),
  /** Whether the sound becomes a clip; otherwise it leaves as events while it is made. */
  isClip: Type.Boolean(),
})
export type TtsInput = Static<typeof TtsInput>

export const TtsResult = Type.Object({
  /** Of the clip; absent for sound that has left as events. */
  name: Type.Optional(Type.String()),
  mediaType: Type.String(),
  seconds: Type.Number(),
  bytes: Type.Integer(),
  engine: Type.String(),
  voice: Type.Union([Type.String(), Type.Null()]),
})
export type TtsResult = Static<typeof TtsResult>

/** A part of the sound, in base64, as events are JSON. */
export type SoundEvent = string

/** What a clip is kept as by its owner. */
export interface SpokenEntry {
  owner: string
  kind: 'speech'
  /** Empty: the text begins it. */
  title: ''
  text: string
  language?: string
  seconds: number
  data: { clip: string; voice?: string; engine: string; format: string; mediaType: string }
  sourceId: string
}

interface TtsTaskOptions {
  engines: SpeechEngines
  findBrand: (id: string) => { voice: string | null } | undefined
  health: EngineHealth
  audio: AudioTools
  clips: Clips
  spool: Spool
  /** Work on a long text after which others may go first. */
  turnMs: number
  /** Adds a clip to what its owner has made. */
  keepInHistory: (entry: SpokenEntry) => void
}

const MEDIA_TYPES: Readonly<Record<AudioFormat, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  pcm: 'audio/pcm',
}

export function mediaTypeOf(format: AudioFormat): string {
  return MEDIA_TYPES[format]
}

/** Speaks texts, as clips or as a stream. */
export function ttsTask({
  engines,
  findBrand,
  health,
  audio,
  clips,
  spool,
  turnMs,
  keepInHistory,
}: TtsTaskOptions) {
  function select(input: TtsInput, caller: Caller): Promise<readonly SpeechChoice[]> {
    const { voice } = requireBrand(findBrand, input.brand) ?? {}
    // OpenAI's clients always send a voice.
    const isNamed = input.voice !== undefined && !isOtherServicesVoice(input.voice)
    return engines.select(isNamed || !voice ? input : { ...input, voice }, caller)
  }

  async function makeClip(speaker: Speaker, input: TtsInput, context: Context): Promise<TtsResult> {
    const { text, format } = input
    const { owner } = context.caller
    const choices = await select(input, context.caller)
    const spoken = await speaker.speak(choices, text, input, (sound) => spool.write(sound))
    const file = spoken.value
    try {
      await finishHeader(file.path, format, spoken.frames)
      context.signal.throwIfAborted()
      const facts = factsOf(spoken, format)
      const { name } = await clips.add({ ...facts, owner, extension: format }, file)
      const { engine, voice, mediaType, seconds } = facts
      keepInHistory({
        owner,
        kind: 'speech',
        title: '',
        text,
        seconds,
        data: { clip: name, engine, format, mediaType, ...(voice === null ? {} : { voice }) },
        sourceId: context.id,
      })
      return { name, ...facts, bytes: file.bytes }
    } finally {
      await spool.remove(file.id)
    }
  }

  async function stream(speaker: Speaker, input: TtsInput, context: Context): Promise<TtsResult> {
    const choices = await select(input, context.caller)
    const spoken = await speaker.speak(choices, input.text, input, async (sound) => {
      let bytes = 0
      for await (const chunk of sound) {
        speaker.sent()
        bytes += chunk.byteLength
        await emit(context, Buffer.from(chunk).toString('base64'))
      }
      return bytes
    })
    return { ...factsOf(spoken, input.format), bytes: spoken.value }
  }

  return defineTask<typeof TtsInput, typeof TtsResult, SoundEvent>({
    kind: 'tts',
    idPrefix: 'tts_',
    lanes: [SHARED_LANE, READER_LANE],
    admission: 'speech',
    input: TtsInput,
    result: TtsResult,
    authorize: (caller) => requireCapability(caller, 'media'),
    async check(caller, input) {
      requireText(input.text)
      requireEncoder(audio, input.format)
      await select(input, caller)
      if (input.isClip) clips.requireRoom(caller.owner)
    },
    durationKey: ({ engine = '' }) => engine,
    charge: () => ({ action: 'tts', units: 1 }),
    run(input, context) {
      const speaker = new Speaker({ audio, health, turnMs, context, surface: 'tts' })
      return input.isClip ? makeClip(speaker, input, context) : stream(speaker, input, context)
    },
  })
}
export type TtsTask = ReturnType<typeof ttsTask>

type Context = TaskContext<SoundEvent>

/** A reader who is far behind is waited for where nobody else has to wait. */
async function emit(context: Context, event: SoundEvent): Promise<void> {
  const isRead = context.emit([event])
  if (isRead === undefined) return
  const lane = context.lane
  await Promise.all([isRead, context.enterLane(READER_LANE)])
  await context.enterLane(lane)
}

function factsOf({ choice, seconds }: Spoken<unknown>, format: AudioFormat) {
  const { engine, voice = engine.voices[0]?.id ?? null } = choice
  return {
    mediaType: MEDIA_TYPES[format],
    seconds: Math.round(seconds * 1000) / 1000,
    engine: engine.id,
    voice,
  }
}

/** @throws {AppError} `too_long`, `invalid` */
function requireText(text: string): void {
  const characters = countCharacters(text)
  if (characters > MAX_SPEECH_CHARACTERS)
    throw new AppError(
      'too_long',
      `The text has ${characters} characters: at most ${MAX_SPEECH_CHARACTERS} can be spoken at once`,
      { param: 'input' },
    )
  if (!isSpeakable(text))
    throw new AppError('invalid', 'There is nothing to say: the text has no letters or digits', {
      param: 'input',
    })
}

/** @throws {AppError} `not_installed` */
function requireEncoder(audio: AudioTools, format: AudioFormat): void {
  if (format === 'wav' || format === 'pcm' || audio.isInstalled()) return
  throw new AppError(
    'not_installed',
    `Cannot make ${format}: ffmpeg is missing. Ask for wav, or let the owner install ffmpeg (apt install ffmpeg, brew install ffmpeg)`,
    { param: 'response_format' },
  )
}

const HEAD_BYTES = 4096
/** Where the count of frames is in a FLAC file: the last 36 bits of 8 bytes. RFC 9639, 8.2 */
const FLAC_COUNT = { offset: 18, bytes: 8, bits: 36n }

/**
 * Writes the length into the header of a sound file that was encoded before it was known, so that
 * players show it and can seek. Other formats have no such place.
 *
 * @param frames Samples of a channel; undefined leaves a FLAC file as it is
 */
async function finishHeader(
  path: string,
  format: AudioFormat,
  frames: number | undefined,
): Promise<void> {
  if (format !== 'wav' && (format !== 'flac' || frames === undefined)) return
  const file = await open(path, 'r+')
  try {
    if (format === 'wav') await finishWav(file)
    else if (frames !== undefined) await finishFlac(file, frames)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function finishWav(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const { dataStart } = readWavLayout(buffer.subarray(0, bytesRead), size)
  await writeNumber(file, size - 8, 4)
  await writeNumber(file, size - dataStart, dataStart - 4)
}

async function writeNumber(file: FileHandle, value: number, at: number): Promise<void> {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(Math.min(value, 0xffff_ffff))
  await file.write(bytes, 0, bytes.length, at)
}

async function finishFlac(file: FileHandle, frames: number): Promise<void> {
  const { offset, bytes, bits } = FLAC_COUNT
  const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, offset)
  const others = (buffer.readBigUInt64BE() >> bits) << bits
  buffer.writeBigUInt64BE(others | BigInt(frames))
  await file.write(buffer, 0, bytes, offset)
}
