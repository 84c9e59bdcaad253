import { open } from 'node:fs/promises'
import { cleanFileName } from '../../core/attachments/file-name.ts'
import type { Caller } from '../../core/caller.ts'
import type { AudioTools } from '../../media/contract-audio.ts'
import { AppError } from '../../platform/errors.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import type { Spool } from '../../storage/contract.ts'
import type { Files } from '../files/files.ts'
import type { Uploads } from '../files/uploads.ts'
import {
  filesOf,
  MAX_OPEN_TRANSCRIPTS,
  MAX_PROMPT_CHARACTERS,
  recordingAt,
  type TranscribeInput,
  withoutFragment,
} from './transcript.ts'
import type { TranscriptionEngines } from './transcription-engines.ts'
import type { TranscriptSource, VideoTranscriptInput } from './video-transcript.ts'

const RETRY_AFTER_SECONDS = 5
/** `RIFF` or `RF64`, a length, `WAVE`. */
const WAV_HEAD = /^R(?:IFF|F64).{4}WAVE$/s
const WAV_HEAD_BYTES = 12
/** A language tag, of which recognisers know the first part. RFC 5646, 2.1 */
const LANGUAGE_TAG = /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/i

/** A recording whose bytes are in the spool, or at an address. */
export interface NewRecording {
  source: { type: 'file'; id: string } | { type: 'url'; url: string }
  /** Of the file; only its sender's word. */
  name: string
}

/** What a caller says of a recording. */
export interface TranscribeOptions {
  engine?: string | undefined
  /** A language tag; empty or `auto` where it is to be found out. */
  language?: string | undefined
  prompt?: string | undefined
  temperature?: number | undefined
  task?: 'transcribe' | 'translate' | undefined
  /** Whether the history keeps the transcript; by default it does. */
  store?: boolean | undefined
  /** Whether a client waits for it. */
  isAwaited?: boolean | undefined
}

/** What a caller asks of a video. */
export interface VideoQuestion extends Pick<TranscribeOptions, 'language' | 'isAwaited'> {
  url: string
  source: TranscriptSource
}

interface IntakeOptions {
  spool: Spool
  audio: AudioTools
  files: Pick<Files, 'open'>
  uploads: Pick<Uploads, 'find'>
  transcriptionEngines: TranscriptionEngines
  /** How many of an owner's run or wait. */
  openTranscripts: (owner: string) => Promise<number>
}

/** Takes recordings in. */
export class TranscriptIntake {
  readonly #options: IntakeOptions
  /** How many recordings of each owner arrive, and are neither running nor waiting yet. */
  readonly #arriving = new Map<string, number>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /**
   * Refuses what could only be refused later, before a body is read.
   *
   * @returns Counts the recording as open until its run does; dispose of it then
   * @throws {AppError} `not_installed` without a recogniser; `busy` with too many open ones
   */
  async admit({ owner }: Pick<Caller, 'owner'>): Promise<Disposable> {
    const { transcriptionEngines } = this.#options
    await transcriptionEngines.refresh()
    transcriptionEngines.requireAny()
    return await this.admitVideo({ owner })
  }

  /**
   * The same for a video, which may have captions, so that it takes no recogniser.
   *
   * @throws {AppError} `busy` with too many open ones
   */
  async admitVideo({ owner }: Pick<Caller, 'owner'>): Promise<Disposable> {
    const { openTranscripts } = this.#options
    const open = await openTranscripts(owner)
    if (open + (this.#arriving.get(owner) ?? 0) >= MAX_OPEN_TRANSCRIPTS)
      throw new AppError(
        'busy',
        `${MAX_OPEN_TRANSCRIPTS} of your recordings are already running or waiting`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    return this.#arrival(owner)
  }

  #arrival(owner: string): Disposable {
    const arriving = this.#arriving
    arriving.set(owner, (arriving.get(owner) ?? 0) + 1)
    let isOver = false
    return {
      [Symbol.dispose]() {
        if (isOver) return
        isOver = true
        const left = (arriving.get(owner) ?? 0) - 1
        if (left > 0) arriving.set(owner, left)
        else arriving.delete(owner)
      },
    }
  }

  /**
   * A recording of a stored file, which may be deleted afterwards.
   *
   * @throws {AppError} `invalid` when there is none, `storage_full`
   */
  async ofFile(token: string): Promise<NewRecording> {
    const { files, spool } = this.#options
    try {
      const { record, path, stream } = await files.open(token)
      const kept = await (path === undefined ? spool.write(await stream()) : spool.link(path))
      if (kept !== undefined) return { source: { type: 'file', id: kept.id }, name: record.name }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    }
    throw new AppError('invalid', 'Cannot use file: there is no stored file with this token', {
      param: 'file',
    })
  }

  /**
   * A recording of a finished upload, which may expire afterwards.
   *
   * @throws {AppError} `invalid` when the owner has none, `storage_full`
   */
  async ofUpload(owner: string, uploadId: string): Promise<NewRecording> {
    const { uploads, spool } = this.#options
    const found = await uploads.find(owner, uploadId)
    const kept = found && (await spool.link(found.path))
    if (found === undefined || kept === undefined)
      throw new AppError(
        'invalid',
        'Cannot use buffer: you have no finished upload with this id; it may have expired',
        { param: 'buffer' },
      )
    return { source: { type: 'file', id: kept.id }, name: found.name }
  }

  /**
   * The input of the task.
   *
   * @throws {AppError} `invalid`, `too_long`; `not_installed` for a recording that takes ffmpeg
   */
  async accept(
    { source, name }: NewRecording,
    {
      engine,
      language,
      prompt,
      temperature,
      task = 'transcribe',
      store,
      isAwaited,
    }: TranscribeOptions,
  ): Promise<TranscribeInput> {
    const { spool } = this.#options
    const subtag = subtagOf(language)
    if (prompt !== undefined && countCharacters(prompt) > MAX_PROMPT_CHARACTERS)
      throw new AppError(
        'too_long',
        `The prompt is longer than ${MAX_PROMPT_CHARACTERS} characters`,
        { param: 'prompt' },
      )
    if (source.type === 'file') await this.#requireReadable(source.id)
    return {
      source: source.type === 'file' ? source : { ...source, id: spool.reserve() },
      preparedId: spool.reserve(),
      name: cleanFileName(name),
      task,
      ...(engine === undefined || engine === '' ? {} : { engine }),
      ...(subtag === undefined ? {} : { language: subtag }),
      ...(prompt === undefined || prompt.trim() === '' ? {} : { prompt: prompt.trim() }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(store === false ? { store } : {}),
      ...(isAwaited === true ? { isAwaited } : {}),
    }
  }

  /**
   * The input of a task for what is said in a video.
   *
   * @throws {AppError} `invalid`
   */
  async acceptVideo({
    url,
    source,
    language,
    isAwaited,
  }: VideoQuestion): Promise<VideoTranscriptInput> {
    const address = withoutFragment(url)
    const recording = await this.accept(recordingAt(address), { language, isAwaited })
    const tag = recording.language === undefined ? undefined : language?.trim()
    return { url: address, source, recording, ...(tag === undefined ? {} : { language: tag }) }
  }

  /** Removes the files of an input that no job owns. */
  async discard(input: TranscribeInput): Promise<void> {
    for (const id of filesOf(input)) await this.#options.spool.remove(id)
  }

  /** Removes the file of a recording that was not accepted. */
  async drop({ source }: NewRecording): Promise<void> {
    if (source.type === 'file') await this.#options.spool.remove(source.id)
  }

  async #requireReadable(id: string): Promise<void> {
    const { spool, audio } = this.#options
    const found = await spool.find(id)
    if (found === undefined || found.bytes === 0)
      throw new AppError('invalid', 'The recording is empty', { param: 'file' })
    if (audio.isInstalled()) return
    const file = await open(found.path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(WAV_HEAD_BYTES))
      if (WAV_HEAD.test(buffer.toString('latin1', 0, bytesRead))) return
    } finally {
      await file.close()
    }
    throw new AppError(
      'not_installed',
      'Without ffmpeg only WAV files can be read. Install it on the machine of the service: apt install ffmpeg, brew install ffmpeg, or winget install ffmpeg',
    )
  }
}

/** @throws {AppError} `invalid` */
function subtagOf(language: string | undefined): string | undefined {
  const tag = language?.trim() ?? ''
  if (tag === '' || tag.toLowerCase() === 'auto') return undefined
  const [, subtag] = LANGUAGE_TAG.exec(tag) ?? []
  if (subtag !== undefined) return subtag.toLowerCase()
  throw new AppError(
    'invalid',
    'The language must be a code such as en, de or pt-BR, or left out to find it out',
    { param: 'language' },
  )
}
