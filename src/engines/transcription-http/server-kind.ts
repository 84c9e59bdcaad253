import { Type } from '@sinclair/typebox'
import { boundedText } from '../../platform/bounded-text.ts'
import { matches } from '../../platform/check.ts'
import { entriesOf, field, includes, type ModelEntry } from '../openai-http/listed-model.ts'
import { jsonOf, type ServerClient } from '../openai-http/server-client.ts'
import { statusFailure } from '../openai-http/server-failure.ts'

/** What a recognition server is, by its answers. */
export interface TranscriptionServer {
  kind: 'whisper-cpp' | 'speaches' | 'localai' | 'other'
  /** Its name, for people. */
  name: string
  /** Where recordings are sent. */
  transcriptions: string
  /** The same for translations; undefined where it takes a field instead, or cannot. */
  translations: string | undefined
  canTranslate: boolean
  /** Its models that hear; the first is the default. Empty where it has no list. */
  models: readonly string[]
  /** Whether its own answers show that it can hear, beside that somebody has configured it so. */
  transcribes: boolean
}

/** How whisper.cpp names itself in the header `Server` of all its answers. */
const WHISPER_CPP = 'whisper.cpp'
const LLAMA_CPP = 'llama.cpp'
/** Names of models that hear, where the server does not say what its models are for. */
const HEARS = /whisper|parakeet|canary|voxtral|\basr\b|transcri|stt\b|speech-to-text|moonshine/i
const WellKnown = Type.Object({ version: Type.String(), endpoints: Type.Object({}) })
const Details = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })
const NOT_FOUND = 404

interface IdentifyOptions {
  /** Whether it is taken for a recogniser, whatever it shows. */
  isConfigured: boolean
  signal: AbortSignal
}

/**
 * Finds out what kind of server is at an address, without sending a recording.
 *
 * @throws {EngineFailure} when there is none, or it refuses its key
 */
export async function identifyServer(
  client: ServerClient,
  options: IdentifyOptions,
): Promise<TranscriptionServer> {
  const { baseUrl } = client
  const { signal } = options
  const list = await client.request(`${baseUrl}/models`, { signal })
  if (list.headers.get('server') === WHISPER_CPP) {
    await list.body?.cancel()
    return await whisperCpp(client, signal)
  }
  if (list.status === NOT_FOUND && !baseUrl.endsWith('/v1')) {
    await list.body?.cancel()
    // Some write the address without OpenAI's `/v1`.
    const below = await client.request(`${baseUrl}/v1/models`, { signal })
    return await openAi(below, client, `${baseUrl}/v1`, options)
  }
  return await openAi(list, client, baseUrl, options)
}

/** Its page names the path that takes recordings, which is a setting of its own. */
async function whisperCpp(client: ServerClient, signal: AbortSignal): Promise<TranscriptionServer> {
  const { baseUrl } = client
  const { origin, pathname } = new URL(baseUrl)
  const own = pathname === '/' || pathname === '/v1' ? '/inference' : pathname
  const pages = [...new Set([`${origin}/`, `${baseUrl}/`, `${baseUrl.replace(/\/v1$/, '')}/`])]
  let path: string | undefined
  for (const page of pages) path ??= await inferencePathOf(client, page, signal)
  return {
    kind: 'whisper-cpp',
    name: WHISPER_CPP,
    transcriptions: `${origin}${path ?? own}`,
    translations: undefined,
    canTranslate: true,
    models: [],
    transcribes: true,
  }
}

async function inferencePathOf(
  client: ServerClient,
  page: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await client.request(page, { signal })
  const text = response.ok ? await boundedText(response) : undefined
  if (!response.ok) await response.body?.cancel()
  const found =
    /<form action="(\/[^"]{1,200})"/.exec(text ?? '') ??
    /<h2>(\/[^<]{1,200})<\/h2>/.exec(text ?? '')
  return found?.[1]
}

async function openAi(
  list: Response,
  client: ServerClient,
  baseUrl: string,
  { isConfigured, signal }: IdentifyOptions,
): Promise<TranscriptionServer> {
  const isListed = list.ok
  if (!isListed && list.status !== NOT_FOUND) throw await statusFailure(list)
  const isLlama = list.headers.get('server') === LLAMA_CPP
  const entries = (isListed ? entriesOf(await jsonOf(list)) : undefined) ?? []
  if (!isListed) await list.body?.cancel()
  const { kind, names } =
    isLlama && !isConfigured
      ? { kind: 'other' as const, names: [] }
      : await modelsThatHear(entries, client, signal)
  // A server of other models is not asked for more at each search.
  const mayHear = isConfigured || kind === 'speaches' || names.length > 0
  const [hears, translates] = mayHear
    ? await Promise.all([
        takes(client, `${baseUrl}/audio/transcriptions`, signal),
        takes(client, `${baseUrl}/audio/translations`, signal),
      ])
    : [false, false]
  return {
    kind,
    name: NAMES[kind],
    transcriptions: `${baseUrl}/audio/transcriptions`,
    translations: translates ? `${baseUrl}/audio/translations` : undefined,
    canTranslate: translates,
    models: names,
    transcribes: hears,
  }
}

const NAMES = {
  speaches: 'speaches',
  localai: 'LocalAI',
  other: 'OpenAI-compatible server',
} as const

async function modelsThatHear(
  entries: readonly ModelEntry[],
  client: ServerClient,
  signal: AbortSignal,
): Promise<{ kind: 'speaches' | 'localai' | 'other'; names: string[] }> {
  const tasks = new Map(entries.map((entry) => [entry.id, field(entry, 'task')]))
  if ([...tasks.values()].some((task) => typeof task === 'string')) {
    const names = [...tasks].filter(([, task]) => task === 'automatic-speech-recognition')
    return { kind: 'speaches', names: names.map(([id]) => id) }
  }
  if (matches(WellKnown, await client.json('/.well-known/localai.json', signal))) {
    const details = await client.json('/v1/models/capabilities', signal)
    const hearing = matches(Details, details)
      ? details.data.filter(
          (model) =>
            includes(field(model, 'input_modalities'), 'audio') === true &&
            includes(field(model, 'input_modalities'), 'text') !== true &&
            includes(field(model, 'output_modalities'), 'text') === true,
        )
      : entries.filter(({ id }) => HEARS.test(id))
    return { kind: 'localai', names: hearing.map(({ id }) => id) }
  }
  return { kind: 'other', names: entries.map(({ id }) => id).filter((id) => HEARS.test(id)) }
}

/** Whether a path takes something by POST: a GET is then refused by its method, not its path. */
async function takes(client: ServerClient, url: string, signal: AbortSignal): Promise<boolean> {
  const response = await client.request(url, { signal })
  await response.body?.cancel()
  return response.status !== NOT_FOUND
}
