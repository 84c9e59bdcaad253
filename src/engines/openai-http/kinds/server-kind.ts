import type { ListedModel, ModelEntry } from '../listed-model.ts'
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
