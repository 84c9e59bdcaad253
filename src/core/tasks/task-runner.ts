import type { Static, TSchema } from '@sinclair/typebox'
import type { Caller } from '../caller.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Queue, Run } from './queue.ts'
import type { Settlement } from './settlement.ts'

/** Runs tasks whose client waits for them. */
export class TaskRunner {
  readonly #queue: Queue
  readonly #settlement: Settlement

  constructor(queue: Queue, settlement: Settlement) {
    this.#queue = queue
    this.#settlement = settlement
  }

  /** @param watched Whether the client reads the events */
  async run<input extends TSchema, result extends TSchema, event>(
    definition: TaskDefinition<input, result, event>,
    caller: Caller,
    input: Static<input>,
    { watched = false }: { watched?: boolean } = {},
  ): Promise<Run<event>> {
    const task = { kind: definition.kind, caller, input }
    return this.#queue.submit<event>(task, {
      watched,
      settle: (end, usage) => this.#settlement.write(definition, task, end, usage),
    })
  }
}
