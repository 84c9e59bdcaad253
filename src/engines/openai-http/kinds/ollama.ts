import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../../platform/check.ts'
import {
  field,
  firstCount,
  includes,
  knownFacts,
  type ListedModel,
  type ModelEntry,
} from '../listed-model.ts'
import type { ServerClient } from '../server-client.ts'

/** What is known of a server before its own paths are asked. */
export interface ServerHead {
  entries: readonly ModelEntry[]
  /** The header `Server` of its reply. */
  software: string
}

/** One kind of model server. */
export interface ServerKind {
  /** Id of an engine that is found on the kind's default port. */
  id: string
  /** Its name, for people. */
  name: string
  /** Whether a server with a single model answers with it whatever name is asked for. */
  ignoresNames?: boolean
  /** Whether the list itself shows the kind. Without it, the kind is shown by its own paths. */
  isShown?(head: ServerHead): boolean
  /**
   * Reads the models that can chat, embed or rerank.
   *
   * @returns undefined when the server is of another kind
   * @throws Only when the signal aborts
   */
  read(
    client: ServerClient,
    head: ServerHead,
    signal: AbortSignal,
  ): Promise<ListedModel[] | undefined>
}

/** How many models are asked for at a time. */
const CONCURRENT_SHOWS = 4
/** How many versions of models are remembered. */
const MAX_DETAILS = 1_000

const Tag = Type.Object({
  name: Type.String(),
  digest: Type.String(),
  /** Set for a model that runs on another host. */
  remote_host: Type.Optional(Type.Unknown()),
})
type Tag = Static<typeof Tag>
const Tags = Type.Object({ models: Type.Union([Type.Array(Tag), Type.Null()]) })
const Version = Type.Object({ version: Type.String() })
const Show = Type.Object({
  capabilities: Type.Optional(Type.Unknown()),
  model_info: Type.Optional(Type.Unknown()),
})
const Running = Type.Object({ models: Type.Array(Type.Object({ name: Type.String() })) })

interface Details {
  /** Undefined for a version of Ollama that does not tell. */
  isChat: boolean | undefined
  isEmbedding: boolean
  contextLength: number | undefined
  images: boolean | undefined
  tools: boolean | undefined
}

/**
 * Ollama, which lists the pulled models and loads one when it is asked. Its cloud models are left
 * out, because they do not run on this machine.
 *
 * https://docs.ollama.com/api
 */
export class Ollama implements ServerKind {
  readonly id = 'ollama'
  readonly name = 'Ollama'
  /** By digest, which stands for one version of a model. */
  readonly #details = new Map<string, Details>()

  async read(
    client: ServerClient,
    { entries }: ServerHead,
    signal: AbortSignal,
  ): Promise<ListedModel[] | undefined> {
    const [version, tags] = await Promise.all([
      client.json('/api/version', signal),
      client.json('/api/tags', signal),
    ])
    if (!matches(Version, version) || !matches(Tags, tags)) return undefined
    const running = await client.json('/api/ps', signal)
    const loaded = new Map(
      matches(Running, running) ? running.models.map((model) => [model.name, model]) : [],
    )
    const known = new Map((tags.models ?? []).map((tag) => [tag.name, tag]))
    const local = entries.filter(({ id }) => !isRemote(known.get(id)))
    const models = await inTurn(local, async ({ id }): Promise<ListedModel | undefined> => {
      const details = await this.#detailsOf(client, id, known.get(id)?.digest, signal)
      const use = details?.isEmbedding === true ? 'embedding' : undefined
      if (details?.isChat === false && use === undefined) return undefined
      const running = loaded.get(id)
      const contextLength = firstCount(field(running, 'context_length'), details?.contextLength)
      return {
        id,
        use,
        facts: knownFacts({ ...details, contextLength }),
        isLoaded: running !== undefined,
      }
    })
    return models.filter((model) => model !== undefined)
  }

  async #detailsOf(
    client: ServerClient,
    model: string,
    digest: string | undefined,
    signal: AbortSignal,
  ): Promise<Details | undefined> {
    const known = digest === undefined ? undefined : this.#details.get(digest)
    if (known !== undefined) return known
    // Without time left the model is listed with unknown facts, and the next read goes on here.
    if (signal.aborted) return undefined
    const reply = await client.json('/api/show', signal, { model }).catch(() => undefined)
    if (!matches(Show, reply)) return undefined
    const details = detailsFrom(reply)
    if (this.#details.size >= MAX_DETAILS) this.#details.clear()
    if (digest !== undefined) this.#details.set(digest, details)
    return details
  }
}

function isRemote(tag: Tag | undefined): boolean {
  return typeof tag?.remote_host === 'string' && tag.remote_host !== ''
}

function detailsFrom({ capabilities, model_info: info }: Static<typeof Show>): Details {
  const architecture = field(info, 'general.architecture')
  return {
    isChat: includes(capabilities, 'completion'),
    isEmbedding: includes(capabilities, 'embedding') === true,
    contextLength: firstCount(field(info, `${String(architecture)}.context_length`)),
    images: includes(capabilities, 'vision'),
    tools: includes(capabilities, 'tools'),
  }
}

/** Maps items a few at a time, and keeps their order. */
async function inTurn<item, result>(
  items: readonly item[],
  map: (item: item) => Promise<result>,
): Promise<result[]> {
  const results: result[] = []
  const left = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await map(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT_SHOWS }, work))
  return results
}
