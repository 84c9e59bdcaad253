import type { Static, TSchema } from '@sinclair/typebox'
import type { Caller } from '../caller.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Queue } from './queue.ts'
import type { Run, SubmitOptions } from './run.ts'
import type { Settlement } from './settlement.ts'

/** Runs tasks whose client waits for them. */
export class TaskRunner {
  readonly #queue: Queue
  readonly #settlement: Settlement

  constructor(queue: Queue, settlement: Settlement) {
    this.#queue = queue
    this.#settlement = settlement
  }

  /**
   * @param watched Whether the client reads the events
   * @param onStart Called when the run starts
   */
  async run<input extends TSchema, result extends TSchema, event>(
    definition: TaskDefinition<input, result, event>,
    caller: Caller,
    input: Static<input>,
    { watched = false, onStart }: Pick<SubmitOptions, 'watched' | 'onStart'> = {},
  ): Promise<Run<event>> {
    const task = { kind: definition.kind, caller, input }
    return this.#queue.submit<event>(task, {
      watched,
      ...(onStart === undefined ? {} : { onStart }),
      settle: (end, usage) => this.#settlement.write(definition, task, end, usage),
    })
  }
}
