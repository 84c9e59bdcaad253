import type { Caller } from '../../../core/caller.ts'
import type { WriteBatch } from '../../../db/write-batch.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { ResponseRow, ResponseStore } from './response-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * JSON of one kept response with its input. A longer input is not kept. @limit response-entry MiB
 */
export const MAX_STORED_RESPONSE_BYTES = 8 * 1024 * 1024
/** The oldest are deleted beyond. @limit responses-owner count */
export const MAX_RESPONSES_PER_OWNER = 5_000
/**
 * As they are stored, compressed; the oldest are deleted beyond. @limit responses-owner-bytes MiB
 */
export const MAX_RESPONSE_BYTES_PER_OWNER = 256 * 1024 * 1024
/** Responses that continue one another. @limit responses-continued count */
export const MAX_CONTINUED_RESPONSES = 1_000
/** Their JSON, all together; as much as a request may hold. @limit responses-continued-bytes MiB */
export const MAX_CONTINUED_BYTES = 60 * 1024 * 1024

interface StoredResponsesOptions {
  store: ResponseStore
  batch: WriteBatch
  /** The caller with its current rights; undefined when its credential is no longer valid. */
  currentCaller: (caller: Caller) => Caller | undefined
  /** How long a response stays after its last use; 0 keeps none. */
  keepDays: number
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** An answer, and what was asked; both are JSON in the form of the caller's surface. */
interface ResponseContent {
  /** Undefined where it was too long to be kept. */
  input?: readonly unknown[] | undefined
  response: object
}

export interface NewResponse extends ResponseContent {
  id: string
  caller: Caller
  previousId: string | undefined
  /** Whether its answer is still being written. */
  isActive?: boolean
}

export interface StoredResponse extends ResponseContent {
  id: string
  previousId: string | undefined
  state: ResponseRow['state']
  /** Of its JSON with its input; what is stored may be a thousandth of it. */
  jsonBytes: number
}

/** Responses that are kept for their owners. Nobody else can read them. */
export class StoredResponses {
  readonly kind = 'responses'
  readonly isOfUseToKeyOnly = true
  readonly #options: StoredResponsesOptions

  constructor(options: StoredResponsesOptions) {
    this.#options = options
  }

  /** Whether any are kept. */
  get isOn(): boolean {
    return this.#options.keepDays > 0
  }

  /** Ends what the end of the last process has cut off. */
  recover(): void {
    this.#options.store.interruptActive()
  }

  /**
   * Keeps a response, in place of one with its id.
   *
   * @returns Whether it is kept: none is where none are to be, where it is too long, or
   * where the credential is no longer valid. Resolves
   * once it is committed
   */
  async keep({ id, caller, previousId, input, response, isActive }: NewResponse): Promise<boolean> {
    const { store, batch, log, now, currentCaller } = this.#options
    const { owner } = caller
    if (!this.isOn) return false
    const data = compressed({ input, response }) ?? compressed({ response })
    if (data === undefined) return false
    const createdAt = now()
    const row: ResponseRow = {
      id,
      owner,
      previousId: previousId ?? null,
      createdAt,
      data,
      bytes: data.byteLength,
      state: isActive === true ? 'active' : 'ended',
      expiresAt: this.#expiry(),
    }
    try {
      let isKept = false
      await batch.add(() => {
        // What a user had is deleted first, and then what they have running ends.
        isKept = currentCaller(caller) !== undefined
        if (isKept) store.put(row)
      })
      // Deferred, because it writes as much as the row itself, and one write does it for many.
      if (isKept) batch.defer(`old responses of ${owner}`, () => this.#deleteBeyond(owner))
      return isKept
    } catch (err) {
      log.error({ err, response: id }, 'Cannot keep a response')
      return false
    }
  }

  /** @returns undefined where the owner has none of this id */
  find(owner: string, id: string): StoredResponse | undefined {
    const row = this.#options.store.byId(id)
    if (row === undefined || row.owner !== owner || row.expiresAt <= this.#options.now())
      return undefined
    const { previousId, state } = row
    const json = Bun.zstdDecompressSync(row.data)
    const content = contentOf(json)
    return {
      id,
      previousId: previousId ?? undefined,
      state,
      jsonBytes: json.byteLength,
      ...content,
    }
  }

  /**
   * A response with all that it continues, the oldest first. Each stays for as long again.
   *
   * @returns undefined where one of them is gone
   * @throws {AppError} `invalid` when they are too many, `too_long`
   */
  conversation(owner: string, id: string): StoredResponse[] | undefined {
    const found: StoredResponse[] = []
    let bytes = 0
    for (let next: string | undefined = id; next !== undefined; ) {
      const one = this.find(owner, next)
      if (one === undefined) return undefined
      found.push(one)
      bytes += one.jsonBytes
      if (bytes > MAX_CONTINUED_BYTES)
        throw new AppError(
          'too_long',
          `Cannot continue this response: more than ${MAX_CONTINUED_BYTES} bytes come before it`,
        )
      if (found.length > MAX_CONTINUED_RESPONSES)
        throw new AppError(
          'invalid',
          `Cannot continue this response: more than ${MAX_CONTINUED_RESPONSES} responses come before it`,
        )
      next = one.previousId
    }
    this.extend(found.map((one) => one.id))
    return found.reverse()
  }

  /** Keeps responses that are in use for as long again. */
  extend(ids: readonly string[]): void {
    const { store, batch } = this.#options
    if (ids.length === 0) return
    const expiresAt = this.#expiry()
    batch.defer(`responses ${ids.at(-1)}`, () => store.extend(ids, expiresAt))
  }

  /** @returns Whether there was one */
  delete(owner: string, id: string): boolean {
    if (this.find(owner, id) === undefined) return false
    this.#options.store.delete(id)
    return true
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string): { count: number } {
    return { count: this.#options.store.deleteOwned(owner) }
  }

  /** Deletes what has expired. */
  sweep(): void {
    const { store, now } = this.#options
    store.deleteExpired(now())
  }

  #expiry(): number {
    const { now, keepDays } = this.#options
    return now() + keepDays * DAY_MS
  }

  /** Deletes the oldest of an owner until the others are within the bounds. Called in a write. */
  #deleteBeyond(owner: string): void {
    const { store } = this.#options
    let { rows, bytes } = store.totalsOf(owner)
    while (rows > MAX_RESPONSES_PER_OWNER || bytes > MAX_RESPONSE_BYTES_PER_OWNER) {
      const deleted = store.deleteOldest(owner)
      if (deleted === undefined) return
      rows -= 1
      bytes -= deleted
    }
  }
}

/** @returns undefined for more than is kept */
function compressed(content: ResponseContent): Buffer | undefined {
  const json = Buffer.from(JSON.stringify(content))
  return json.byteLength > MAX_STORED_RESPONSE_BYTES ? undefined : Bun.zstdCompressSync(json)
}

/** The database has what {@link StoredResponses.keep} has written. */
function contentOf(json: Buffer): ResponseContent {
  return JSON.parse(json.toString())
}
