import { abortable } from '../platform/deadline.ts'

interface Machine {
  width: number
  taken: number
  /** In the order of their arrival. */
  waiting: (() => void)[]
}

/** The name of the API node's own machine. */
export const OWN_MACHINE = ''

/** How many heavy tasks each machine may do at a time, and which it does. */
export class MachineSlots {
  readonly #machines = new Map<string, Machine>()

  /** Sets the width of a machine; 0 for one that is away. What runs goes on. */
  resize(name: string, width: number): void {
    const machine = this.#machine(name)
    machine.width = width
    this.#pump(machine)
  }

  isFree(name: string): boolean {
    const { width, taken } = this.#machine(name)
    return taken < width
  }

  /** How many heavy tasks a machine does now. */
  taken(name: string): number {
    return this.#machine(name).taken
  }

  /**
   * Waits for a free slot, the longest waiter first. Who waits for a machine that goes away gets a slot
   * at once, and finds it away.
   *
   * @returns Dispose it when the task has ended
   */
  async take(name: string, signal: AbortSignal): Promise<Disposable> {
    const machine = this.#machine(name)
    if (machine.taken >= machine.width && machine.width > 0) await this.#wait(machine, signal)
    else machine.taken += 1
    return this.#slot(machine)
  }

  async #wait(machine: Machine, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const start = () => {
      machine.taken += 1
      turn.resolve()
    }
    machine.waiting.push(start)
    try {
      await abortable(turn.promise, signal)
    } catch (error) {
      const index = machine.waiting.indexOf(start)
      if (index !== -1) machine.waiting.splice(index, 1)
      else this.#release(machine)
      throw error
    }
  }

  #slot(machine: Machine): Disposable {
    let isTaken = true
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#release(machine)
        isTaken = false
      },
    }
  }

  #release(machine: Machine): void {
    machine.taken -= 1
    this.#pump(machine)
  }

  #pump(machine: Machine): void {
    while (machine.waiting.length > 0 && (machine.width === 0 || machine.taken < machine.width))
      machine.waiting.shift()?.()
  }

  #machine(name: string): Machine {
    const known = this.#machines.get(name)
    if (known !== undefined) return known
    const machine: Machine = { width: 0, taken: 0, waiting: [] }
    this.#machines.set(name, machine)
    return machine
  }
}
