/** Lets a test wait for a condition, which is checked at every change. */
export class Changes {
  #next = Promise.withResolvers<void>()

  readonly notify = (): void => {
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.#next.promise
  }
}
