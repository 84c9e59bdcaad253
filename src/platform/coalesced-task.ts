/** Work in rounds, of which one runs at a time: who asks meanwhile gets another one after it. */
export class CoalescedTask {
  readonly #round: () => Promise<void>
  #isAsked = false
  #running: Promise<void> | undefined

  /** @param round Never rejects */
  constructor(round: () => Promise<void>) {
    this.#round = round
  }

  /** Asks for a round. */
  ask(): void {
    this.#isAsked = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Takes back what was asked for; a round that runs goes on. */
  cancel(): void {
    this.#isAsked = false
  }

  /** Resolves when no round runs. */
  async done(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false
      await this.#round()
    }
  }
}
