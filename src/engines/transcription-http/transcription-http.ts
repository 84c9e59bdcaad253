import { boundedText } from '../../platform/bounded-text.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type Transcription,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../contract/transcription.ts'
import { ServerClient } from '../openai-http/server-client.ts'
import { connectionFailure, statusFailure } from '../openai-http/server-failure.ts'
import {
  MAX_TRANSCRIPT_BYTES,
  readCueTranscript,
  readJsonTranscript,
  requireLanguage,
} from '../transcription/read-transcript.ts'
import type { TranscriptionEngineSettings } from '../transcription/settings.ts'
import { identifyServer, type TranscriptionServer } from './server-kind.ts'

/** Is asked for where neither the owner nor the server names a model. */
const ANY_MODEL = 'whisper-1'
/** Statuses by which a server refuses a form that it does not understand. */
const FORM_REFUSED: ReadonlySet<number> = new Set([400, 415, 422, 501])

/**
 * A recognition server on this machine or a private network: whisper.cpp's, and those with OpenAI's
 * routes (speaches, LocalAI, vLLM). What it is, and so how it is asked, is found by what it answers.
 */
export class TranscriptionHttp implements TranscriptionEngine {
  readonly type = 'transcription'
  readonly accounts = TRANSCRIPTION_ACCOUNTS
  readonly id: string
  readonly kind = 'openai-http'
  readonly timeoutMs: number
  readonly #label: string | undefined
  readonly #given: readonly string[] | undefined
  readonly #client: ServerClient
  #server: TranscriptionServer | undefined
  /** Whether the server has failed since it was identified. */
  #isStale = false
  /** Index of the richest answer that the server did not refuse. */
  #format = 0

  constructor(settings: TranscriptionEngineSettings & { base_url: string }) {
    this.id = settings.id
    this.#label = settings.label
    this.#given = settings.models
    this.timeoutMs = settings.timeout_seconds * 1000
    this.#client = new ServerClient(settings)
  }

  get label(): string {
    return this.#label ?? this.#server?.name ?? this.id
  }

  /** Those that the owner gave, else those that the server lists. */
  get models(): readonly string[] {
    return this.#given ?? this.#server?.models ?? []
  }

  /** Taken for granted until the server has shown what it is. */
  get canTranslate(): boolean {
    return this.#server?.canTranslate ?? true
  }

  async transcribe(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
    const limit = AbortSignal.timeout(this.timeoutMs)
    const either = AbortSignal.any([signal, limit])
    try {
      const known = this.#isStale ? undefined : this.#server
      const server = known ?? (await this.identify(either))
      return server.kind === 'whisper-cpp'
        ? await this.#askWhisperCpp(server, request, either)
        : await this.#askOpenAi(server, request, either)
    } catch (error) {
      if (signal.aborted) throw error
      // Another server may be at the address at the next request.
      this.#isStale = error instanceof EngineFailure && error.verdict !== 'request'
      if (!limit.aborted) throw error
      const text = `The engine did not finish within ${this.timeoutMs / 1000} seconds`
      throw new EngineFailure('timeout', text, { cause: error })
    }
  }

  async checkStatus(signal: AbortSignal): Promise<void> {
    await this.identify(signal)
  }

  refresh(signal: AbortSignal): Promise<void> {
    return this.checkStatus(signal)
  }

  /**
   * Finds out what is at the address.
   *
   * @param options.isConfigured Whether it is taken for a recogniser, whatever it shows
   * @throws {EngineFailure}
   */
  async identify(
    signal: AbortSignal,
    { isConfigured = true }: { isConfigured?: boolean } = {},
  ): Promise<TranscriptionServer> {
    const server = await identifyServer(this.#client, { isConfigured, signal })
    this.use(server)
    return server
  }

  /** Takes the server for this kind from now on. */
  use(server: TranscriptionServer): void {
    if (server.kind !== this.#server?.kind) this.#format = 0
    this.#server = server
    this.#isStale = false
  }

  async #askWhisperCpp(
    server: TranscriptionServer,
    request: TranscriptionRequest,
    signal: AbortSignal,
  ): Promise<Transcription> {
    const response = await this.#post(server.transcriptions, whisperCppForm(request), signal)
    if (!response.ok) throw await statusFailure(response)
    return readJsonTranscript(await wholeAnswer(response), request.seconds)
  }

  /** Asks for less where the server refuses a form, and remembers what it has accepted. */
  async #askOpenAi(
    server: TranscriptionServer,
    request: TranscriptionRequest,
    signal: AbortSignal,
  ): Promise<Transcription> {
    const url = request.task === 'translate' ? server.translations : server.transcriptions
    if (url === undefined)
      throw new EngineFailure('request', 'The engine cannot translate', {
        retryableElsewhere: true,
        isPublic: true,
      })
    const model = request.model ?? this.models[0] ?? ANY_MODEL
    const { language, seconds } = request
    let refusal: EngineFailure | undefined
    for (const [index, asked] of ANSWER_FORMATS.entries()) {
      if (index < this.#format) continue
      const response = await this.#post(url, openAiForm(request, { model, ...asked }), signal)
      if (!response.ok) {
        const failure = await statusFailure(response)
        if (!FORM_REFUSED.has(response.status) || failure.kind !== failure.verdict) throw failure
        // The first refusal says most: what it refuses may be the recording.
        refusal ??= failure
        continue
      }
      const answer = await wholeAnswer(response)
      const transcript =
        asked.format === 'srt' && !answer.trimStart().startsWith('{')
          ? readCueTranscript(answer, { language, seconds })
          : readJsonTranscript(answer, seconds)
      this.#format = index
      return transcript
    }
    throw refusal ?? new EngineFailure('unknown', 'The engine was not asked')
  }

  /** Hours may pass until the answer begins. */
  #post(url: string, body: FormData, signal: AbortSignal): Promise<Response> {
    return this.#client.request(url, { method: 'POST', body, signal })
  }
}

async function wholeAnswer(response: Response): Promise<string> {
  let text: string | undefined
  try {
    text = await boundedText(response, MAX_TRANSCRIPT_BYTES)
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause
    throw connectionFailure(cause)
  }
  if (text !== undefined) return text
  throw new EngineFailure('transient', 'The engine sent a transcript without an end')
}

/** How the transcript is asked for: the richest first. */
const ANSWER_FORMATS = [
  { format: 'verbose_json', words: true },
  { format: 'verbose_json', words: false },
  { format: 'srt', words: false },
  { format: 'json', words: false },
] as const

type AnswerFormat = (typeof ANSWER_FORMATS)[number]

/** Longest segment of whisper.cpp in characters: its own 60 would cut sentences. */
const WHISPER_CPP_SEGMENT = '1000'

/** The form of OpenAI's audio routes. */
function openAiForm(
  request: TranscriptionRequest,
  { model, format, words }: AnswerFormat & { model: string },
): FormData {
  const form = recordingForm(request, format)
  form.set('model', model)
  if (request.language !== undefined && request.task === 'transcribe')
    form.set('language', request.language)
  if (format === 'verbose_json') {
    form.append('timestamp_granularities[]', 'segment')
    if (words) form.append('timestamp_granularities[]', 'word')
  }
  return form
}

/**
 * The form of whisper.cpp, whose defaults are those of its command line.
 *
 * @throws {EngineFailure} `request` for a language that whisper does not know
 */
function whisperCppForm(request: TranscriptionRequest): FormData {
  const form = recordingForm(request, 'verbose_json')
  const { language, task } = request
  // Without the field it takes all speech for English.
  form.set('language', language === undefined ? 'auto' : requireLanguage(language))
  form.set('translate', String(task === 'translate'))
  form.set('max_len', WHISPER_CPP_SEGMENT)
  form.set('split_on_word', 'true')
  // They would take another pass over the recording.
  form.set('no_language_probabilities', 'true')
  return form
}

function recordingForm({ path, prompt, temperature }: TranscriptionRequest, format: string) {
  const form = new FormData()
  form.set('file', Bun.file(path), 'recording.wav')
  form.set('response_format', format)
  if (prompt !== undefined && prompt !== '') form.set('prompt', prompt)
  if (temperature !== undefined) form.set('temperature', String(temperature))
  return form
}
