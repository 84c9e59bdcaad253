import type { Account } from '../../engines/contract/account.ts'
import type { Engine, Message } from '../../engines/contract/text.ts'
import type { Candidate } from './account-state.ts'
import type { Choice } from './rotation.ts'

/**
 * How long an account is preferred for a conversation after its last answer; providers keep a prompt
 * for about as long. @limit warm-account minutes
 */
export const WARM_MS = 10 * 60_000
/** How many requests are remembered; the one used longest ago is forgotten first. @limit warm-requests count */
export const MAX_WARM_REQUESTS = 10_000

interface WarmRequest {
  choice: Choice
  /** Of its conversation: the hash of the first request. */
  conversation: bigint
  /** UTC milliseconds. */
  until: number
}

/**
 * Remembers which account has answered a request, because its prompt cache then holds the beginning of
 * the next turn. A conversation is known by its messages, whichever client sends them.
 */
export class PromptAffinity {
  readonly #now: () => number
  /** By the hash of a caller and all messages of the request; the one used longest ago first. */
  readonly #requests = new Map<bigint, WarmRequest>()

  /** @param now UTC milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A request, which may go on from an earlier one of the same owner. */
  of(owner: string, messages: readonly Message[]): Prompt {
    return new Prompt(owner, messages, this)
  }

  /** The longest of these requests, by their hashes, the shortest first. */
  find(hashes: readonly bigint[]): Omit<WarmRequest, 'until'> | undefined {
    for (const hash of hashes.toReversed()) {
      const found = this.#requests.get(hash)
      if (found !== undefined) return found.until > this.#now() ? found : undefined
    }
    return undefined
  }

  add(hash: bigint, request: Omit<WarmRequest, 'until'>): void {
    this.#requests.delete(hash)
    this.#requests.set(hash, { ...request, until: this.#now() + WARM_MS })
    const [oldest] = this.#requests.keys()
    if (this.#requests.size > MAX_WARM_REQUESTS && oldest !== undefined)
      this.#requests.delete(oldest)
  }
}

/** The messages of one request. They are hashed only where there is a choice between accounts or slots. */
class Prompt {
  readonly #owner: string
  readonly #messages: readonly Message[]
  readonly #affinity: PromptAffinity
  #hashes: readonly bigint[] | undefined

  constructor(owner: string, messages: readonly Message[], affinity: PromptAffinity) {
    this.#owner = owner
    this.#messages = messages
    this.#affinity = affinity
  }

  /** The account that has the beginning of this request in its cache, as far as is known. */
  warmAccount({ engine, model }: Candidate): Account | undefined {
    if (engine.accounts.length < 2) return undefined
    const choice = this.#affinity.find(this.#prefixes())?.choice
    return choice?.engine === engine && choice.model === model ? choice.account : undefined
  }

  /** What all turns of its conversation have in common; undefined where the engine does not use it. */
  conversationFor({ hasPromptSlots }: Engine): string | undefined {
    return hasPromptSlots === true ? this.#conversation()?.toString(36) : undefined
  }

  /** Remembers which account has read this request. */
  answeredBy(choice: Choice): void {
    const { accounts, hasPromptSlots } = choice.engine
    if (accounts.length < 2 && hasPromptSlots !== true) return
    const whole = this.#prefixes().at(-1)
    const conversation = this.#conversation()
    if (whole !== undefined && conversation !== undefined)
      this.#affinity.add(whole, { choice, conversation })
  }

  #conversation(): bigint | undefined {
    const prefixes = this.#prefixes()
    return this.#affinity.find(prefixes)?.conversation ?? prefixes.at(-1)
  }

  /** The hash of each beginning of the messages, the shortest first. */
  #prefixes(): readonly bigint[] {
    if (this.#hashes !== undefined) return this.#hashes
    let hash = Bun.hash.wyhash(this.#owner)
    this.#hashes = this.#messages.map((message) => {
      hash = Bun.hash.wyhash(JSON.stringify(message), hash)
      return hash
    })
    return this.#hashes
  }
}
