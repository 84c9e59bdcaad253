interface Slot {
  /** `id_slot` of a request. */
  readonly id: number
  /** The conversation that it has answered last. */
  conversation: string | undefined
  isBusy: boolean
}

/** A slot that is taken until it is disposed of. */
export interface TakenSlot extends Disposable {
  readonly id: number
}

/**
 * The slots of a llama.cpp server, each with the prompt that it has answered last. Left to itself, the
 * server gives a new conversation the slot of any other that begins alike, as with the same system
 * prompt, and so throws that conversation's prompt away while other slots are empty.
 */
export class PromptSlots {
  readonly count: number
  /** The one used longest ago first. */
  readonly #slots: Slot[]

  constructor(count: number) {
    this.count = count
    this.#slots = Array.from({ length: count }, (_, id) => ({
      id,
      conversation: undefined,
      isBusy: false,
    }))
  }

  /**
   * Takes the slot of a conversation, else the free one that was used longest ago.
   *
   * @returns undefined where none is free: the server waits for a request that names a busy one
   */
  take(conversation: string): TakenSlot | undefined {
    const free = this.#slots.filter(({ isBusy }) => !isBusy)
    const slot = free.find((one) => one.conversation === conversation) ?? free[0]
    if (slot === undefined) return undefined
    this.#slots.splice(this.#slots.indexOf(slot), 1)
    this.#slots.push(slot)
    slot.conversation = conversation
    slot.isBusy = true
    return {
      id: slot.id,
      [Symbol.dispose]: () => {
        slot.isBusy = false
      },
    }
  }
}
