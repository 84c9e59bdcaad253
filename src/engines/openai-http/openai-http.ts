import { boundedText } from '../../platform/bounded-text.ts'
import { deadline } from '../../platform/deadline.ts'
import { EventLoopYielder, PIECE_BYTES } from '../../platform/event-loop-yielder.ts'
import { tryParseJson } from '../../platform/json.ts'
import { redact } from '../../platform/redact.ts'
import type { Account } from '../contract/account.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  answerTooLong,
  type Engine,
  type EngineEvent,
  type ModelFacts,
  type Turn,
} from '../contract/text.ts'
import type { VectorModel, VectorSource, VectorUse } from '../contract/vectors.ts'
import type { EngineSettings } from '../settings.ts'
import { chunkEvents, completionEvents, PromptSlots } from './answer.ts'
import { jsonOf, ServerClient } from './server-client.ts'
import { codeOf, statusFailure } from './server-failure.ts'
import { LLAMA_CPP, type NamedModel, ServerReader, type ServerReading } from './server-reader.ts'
import { embedBy, rerankBy } from './vectors.ts'

const DONE = '[DONE]'
/**
 * Between that and the end of the body, which nobody waits for: then the connection serves another
 * request. Where the end is later, the connection is closed.
 */
const LAST_BYTE_MS = 50
/** Longest answer that is not streamed, as the server sends it. @limit engine-answer MiB */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/**
 * An OpenAI-compatible server on this machine or a private network: llama.cpp, Ollama, vLLM, LM
 * Studio, LocalAI. Images, tools and schemas are passed on; whether the model can use them depends
 * on the server.
 */
export class OpenAiHttp implements Engine {
  readonly type = 'text'
  readonly id: string
  readonly baseUrl: string
  readonly listsModels: boolean
  readonly maxCharacters: number
  readonly timeoutMs: number
  readonly parallel: number | undefined
  readonly capabilities = { images: true, structured: true, tools: true }
  readonly accounts: readonly Account[] = [{ id: 'local' }]
  readonly vectors: VectorSource
  readonly #label: string | undefined
  readonly #reader: ServerReader
  #models: ServerModels
  #kind: string | undefined
  readonly #client: ServerClient
  /** Undefined where the server has no slots to name, or one. */
  #slots: PromptSlots | undefined

  /**
   * @param settings Without `models`, all that the server lists are used
   * @param unix Path of the server's Unix socket, where it has no address; the host of `base_url` is
   * then a placeholder
   */
  constructor(settings: EngineSettings & { base_url: string }, unix?: string) {
    this.id = settings.id
    this.#label = settings.label
    this.listsModels = settings.models === undefined
    this.#models = new ServerModels({
      given: settings.models,
      uses: usesIn(settings),
    })
    this.maxCharacters = settings.max_characters
    this.parallel = settings.parallel
    this.timeoutMs = settings.timeout_seconds * 1000
    this.#client = new ServerClient(settings, unix)
    this.baseUrl = redact(this.#client.baseUrl)
    this.#reader = new ServerReader(this.#client)
    this.vectors = this.#vectorSource()
  }

  get label(): string {
    return this.#label ?? this.#kind ?? this.id
  }

  /** The kind of server, as it has shown itself. */
  get kind(): string {
    return this.#kind ?? 'model server'
  }

  get hasPromptSlots(): boolean {
    return this.#slots !== undefined
  }

  get models(): readonly string[] {
    return this.#models.names
  }

  factsOf(model: string): ModelFacts | undefined {
    return this.#models.factsOf(model)
  }

  async *run(
    turn: Turn,
    _account: Account,
    signal: AbortSignal,
  ): AsyncGenerator<readonly EngineEvent[]> {
    const { conversation } = turn
    using slot = conversation === undefined ? undefined : this.#slots?.take(conversation)
    const response = await this.#post(turn, signal, slot?.id)
    if (response.status !== 200) throw await statusFailure(response)
    if (!turn.stream) {
      const text = await boundedText(response, MAX_ANSWER_BYTES)
      if (text === undefined) throw answerTooLong()
      yield completionEvents(text)
      return
    }
    if (response.body === null)
      throw new EngineFailure('transient', 'The engine sent an answer without a body')
    const answer = new StreamedAnswer()
    const yielder = new EventLoopYielder()
    const reader = response.body.getReader()
    try {
      for (
        let bytes = await nextBytes(reader);
        bytes !== undefined;
        bytes = await nextBytes(reader)
      )
        for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
          if (yielder.isDue) await yielder.pause()
          const batch = answer.read(bytes.subarray(at, at + PIECE_BYTES))
          if (batch.length > 0) yield batch
          if (answer.isDone) return
        }
      const batch = answer.end()
      if (batch.length > 0) yield batch
    } catch (cause) {
      if (answer.isDone) return
      const error = brokenStream(cause)
      // After the finish reason the answer is complete, however the connection was closed.
      if (error === cause || !answer.isFinished) throw error
    } finally {
      letGo(reader, answer.isDone)
    }
    if (!answer.isFinished && !answer.isDone)
      throw new EngineFailure('transient', 'The engine ended its answer in mid-stream')
  }

  /** Lists the models. Some servers allow that without a key, so it does not prove that the key is valid. */
  async checkStatus(signal: AbortSignal): Promise<void> {
    const response = await this.#listModels(signal)
    await response.body?.cancel()
  }

  async refresh(signal: AbortSignal): Promise<void> {
    this.use(await this.readServer(signal))
  }

  /**
   * Reads the server without using what it lists.
   *
   * @throws {EngineFailure} the same verdicts as an answer
   */
  async readServer(signal: AbortSignal): Promise<ServerReading> {
    const response = await this.#listModels(signal)
    try {
      const list = await jsonOf(response)
      const reading = await this.#reader.read(list, response.headers.get('server') ?? '', signal)
      if (reading !== undefined) return reading
    } catch (cause) {
      const text = `The engine did not list its models: ${codeOf(cause)}`
      throw new EngineFailure('transient', text, { cause })
    }
    throw new EngineFailure('transient', 'The engine sent something that is no list of models')
  }

  /** Uses the models of a reading from now on. */
  use({ kind, models }: ServerReading): void {
    this.#kind = kind.name
    this.#useSlots(kind.name === LLAMA_CPP ? models : [])
    this.#models = this.#models.with(models, kind.ignoresNames ?? false)
  }

  /** A request that names a slot which the server does not have would wait for ever. */
  #useSlots(models: ServerReading['models']): void {
    const known = models.map(({ slots }) => slots).filter((slots) => slots !== undefined)
    const count = known.length === 0 ? 0 : Math.min(this.parallel ?? 1, ...known)
    if (count === (this.#slots?.count ?? 0)) return
    this.#slots = count < 2 ? undefined : new PromptSlots(count)
  }

  #vectorSource(): VectorSource {
    const models = () => this.#models
    const client = this.#client
    const sent = <request extends { model: string }>(request: request) => ({
      ...request,
      model: models().idOf(request.model),
    })
    return {
      get vectorModels() {
        return models().vectorModels
      },
      embed: (request, signal) => embedBy(client, sent(request), signal),
      rerank: (request, signal) => rerankBy(client, sent(request), signal),
    }
  }

  async #listModels(signal: AbortSignal): Promise<Response> {
    const response = await this.#client.request('/models', { signal })
    if (!response.ok) throw await statusFailure(response)
    return response
  }

  #post(turn: Turn, signal: AbortSignal, slot: number | undefined): Promise<Response> {
    const { messages, options, stream } = turn
    const model = this.#models.idOf(turn.model)
    const body = JSON.stringify({ id_slot: slot, ...options, model, messages, stream })
    return this.#client.request('/chat/completions', { method: 'POST', body, signal })
  }
}

/**
 * The events of one streamed answer, from the bytes of its server-sent events. One object and no chain
 * of generators, each of which would cost every chunk its turns.
 */
class StreamedAnswer {
  readonly #lines = new EventLines()
  readonly #chunks = new ChunkReader()
  /** Whether the finish reason has come: then the answer is whole, however its connection ends. */
  isFinished = false
  /** Whether the server has said that nothing follows. */
  isDone = false

  /** @throws {EngineFailure} as {@link ChunkReader.read}, and for a line without an end */
  read(bytes: Uint8Array): EngineEvent[] {
    return this.#events(this.#lines.read(bytes))
  }

  /** The events of a last line that has no end. */
  end(): EngineEvent[] {
    return this.#events(this.#lines.end())
  }

  #events(lines: readonly string[]): EngineEvent[] {
    const batch: EngineEvent[] = []
    for (const line of lines) {
      this.isDone = line === DONE
      if (this.isDone) break
      this.#chunks.read(line, batch)
    }
    this.isFinished ||= batch.some((event) => event.type === 'finish')
    // Some servers send no finish reason. Without [DONE] either, the answer was cut off.
    if (this.isDone && !this.isFinished) batch.push({ type: 'finish', reason: 'stop' })
    return batch
  }
}

/** What the two descriptions of streams, Bun's and Node's, have in common. */
interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/** @returns undefined at the end */
async function nextBytes(reader: Reader): Promise<Uint8Array | undefined> {
  const { done, value } = await reader.read()
  return done ? undefined : value
}

/** Closes the connection of an answer; of one that is whole, only where it does not end by itself. */
function letGo(reader: Reader, isDone: boolean): void {
  const ended = isDone
    ? deadline(nextBytes(reader), LAST_BYTE_MS, { onTimeout: () => undefined })
    : Promise.resolve()
  void ended.then(() => reader.cancel()).catch(() => {})
}

/** An error of a stream that was broken off. */
function brokenStream(cause: unknown): unknown {
  if (cause instanceof EngineFailure || (cause instanceof Error && cause.name === 'AbortError'))
    return cause
  return new EngineFailure('transient', `The engine broke off: ${codeOf(cause)}`, { cause })
}

const CONTENT = '"content":'

/**
 * Reads the chunks of one streamed answer. Most of them differ only in their text: where a chunk is
 * the same as an earlier one around it, only the text is parsed, which
 * takes a fifth off the whole time of a relayed answer.
 */
export class ChunkReader {
  /** What is before and behind the text; no line starts with an undefined start. */
  #start: string | undefined
  #end = ''

  /**
   * Adds the events of one chunk to a batch.
   *
   * @throws {EngineFailure} `transient` when the chunk is malformed or reports an error
   */
  read(json: string, batch: EngineEvent[]): void {
    const text = this.#knownText(json)
    if (text !== undefined) {
      batch.push({ type: 'text', text })
      return
    }
    const events = chunkEvents(json)
    for (const event of events) batch.push(event)
    const [event] = events
    if (events.length === 1 && event?.type === 'text' && event.logprobs === undefined)
      this.#learn(json, event.text)
  }

  /** Finds the text in a chunk that holds nothing else. A quotation mark within a string is escaped, so no string holds `"content":`. */
  #learn(json: string, text: string): void {
    const at = json.indexOf(CONTENT) + CONTENT.length
    const literal = JSON.stringify(text)
    // Several fields of this name, or another way of writing them: this answer is parsed as a whole.
    if (json.lastIndexOf(CONTENT) + CONTENT.length !== at || !json.startsWith(literal, at)) return
    this.#start = json.slice(0, at)
    this.#end = json.slice(at + literal.length)
  }

  #knownText(json: string): string | undefined {
    const start = this.#start
    if (start === undefined || !json.startsWith(start) || !json.endsWith(this.#end))
      return undefined
    const literal = tryParseJson(json.slice(start.length, json.length - this.#end.length))
    return literal.ok && typeof literal.value === 'string' && literal.value !== ''
      ? literal.value
      : undefined
  }
}

const MAX_LINE_CHARACTERS = 32 * 1024 * 1024
const FIELD = '\ndata:'

/**
 * The `data:` lines of a server-sent event stream. An OpenAI-compatible server sends one JSON document
 * on one line; other fields and comments are skipped.
 */
export class EventLines {
  readonly #decoder = new TextDecoder()
  /** With the line feed before it, as every line has one then. */
  #rest = '\n'

  /**
   * The lines that end in a piece of the stream.
   *
   * @throws {EngineFailure} `request` when a line is longer than 32 Mi characters
   */
  read(bytes: Uint8Array): readonly string[] {
    const text = this.#decoder.decode(bytes, { stream: true })
    const end = text.lastIndexOf('\n')
    // Only new text is searched: a long line in small pieces would take quadratic time.
    const whole = end === -1 ? '' : this.#rest + text.slice(0, end)
    this.#rest = end === -1 ? this.#rest + text : text.slice(end)
    if (this.#rest.length > MAX_LINE_CHARACTERS) throw answerTooLong()
    return dataOf(whole)
  }

  /** A last line without an end. */
  end(): readonly string[] {
    return dataOf(this.#rest)
  }
}

/**
 * The values of the `data:` lines that are not empty, each of them behind a line feed. Other lines are
 * passed over without a string for each: a server may send millions of them.
 */
function dataOf(lines: string): readonly string[] {
  const values: string[] = []
  let end = 0
  for (let at = lines.indexOf(FIELD); at !== -1; at = lines.indexOf(FIELD, end)) {
    const next = lines.indexOf('\n', at + FIELD.length)
    end = next === -1 ? lines.length : next
    const data = lines.slice(at + FIELD.length, end).trim()
    if (data !== '') values.push(data)
  }
  return values
}

/** What the owner says of models whose servers do not. */
function usesIn({ embedding_models, rerank_models }: EngineSettings) {
  return new Map<string, VectorUse>([
    ...(embedding_models ?? []).map((name) => [name, 'embedding'] as const),
    ...(rerank_models ?? []).map((name) => [name, 'rerank'] as const),
  ])
}

interface GivenModels {
  /** The names that the owner gave; undefined for all that the server lists. */
  given: readonly string[] | undefined
  /** Of models that the owner has named for vectors. */
  uses: ReadonlyMap<string, VectorUse>
}

/** The models of one engine: those that the owner gave, else those that the server lists. */
class ServerModels {
  /** Of those that chat. */
  readonly names: readonly string[]
  readonly vectorModels: readonly VectorModel[]
  readonly #options: GivenModels
  readonly #byName: ReadonlyMap<string, NamedModel>

  constructor(options: GivenModels, byName: ReadonlyMap<string, NamedModel> = new Map()) {
    this.#options = options
    this.#byName = byName
    const { given, uses } = options
    const useOf = (name: string) => uses.get(name) ?? byName.get(name)?.use
    const names = given ?? [...byName.keys()]
    this.names = names.filter((name) => useOf(name) === undefined)
    this.vectorModels = [...new Set([...uses.keys(), ...names])].flatMap((name) => {
      const use = useOf(name)
      const contextLength = byName.get(name)?.facts.contextLength
      return use === undefined ? [] : [{ name, use, contextLength }]
    })
  }

  /** @param ignoresNames Whether a single model answers whatever name is asked for */
  with(listed: readonly NamedModel[], ignoresNames: boolean): ServerModels {
    const byName = new Map(listed.map((model) => [model.name, model]))
    const [first] = listed
    for (const name of [...(this.#options.given ?? []), ...this.#options.uses.keys()]) {
      if (byName.has(name)) continue
      const same =
        listed.find(({ id }) => id === name || id === `${name}:latest`) ??
        (ignoresNames && listed.length === 1 ? first : undefined)
      // The name is sent as the owner wrote it.
      if (same !== undefined) byName.set(name, { ...same, name, id: name })
    }
    return new ServerModels(this.#options, byName)
  }

  factsOf(name: string): ModelFacts | undefined {
    return this.#byName.get(name)?.facts
  }

  /** The id on the server. */
  idOf(name: string): string {
    return this.#byName.get(name)?.id ?? name
  }
}
