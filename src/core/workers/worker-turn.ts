import { type Static, Type } from '@sinclair/typebox'
import { Message } from '../../engines/contract/text.ts'
import type { Caller } from '../caller.ts'
import { defineTask } from '../tasks/define-task.ts'
import type { Runs } from '../tasks/runs.ts'
import type { Answerer } from '../text/answer.ts'
import { Answer } from '../text/collect-answer.ts'
import { requirementsOf } from '../text/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../text/engine-lanes.ts'
import type { Models } from '../text/models.ts'

const TurnInput = Type.Object({
  model: Type.String(),
  messages: Type.Array(Message),
  options: Type.Record(Type.String(), Type.Unknown()),
})
export type TurnInput = Static<typeof TurnInput>

interface WorkerTurnOptions {
  models: Models
  answerer: Answerer
  engineLanes: EngineLanes
}

/** What a worker needs of its model. Its tools are never left out. */
export function workerRequirements({ messages, options }: Omit<TurnInput, 'model'>) {
  const requirements = requirementsOf(messages, options)
  return { ...requirements, needs: { ...requirements.needs, tools: true } }
}

/**
 * One answer of a worker's model: a run of its own in the lane of its engine, so that chats are
 * answered between two of them.
 */
export function workerTurnTask({ models, answerer, engineLanes }: WorkerTurnOptions) {
  return defineTask({
    kind: 'worker_turn',
    idPrefix: 'wtn_',
    lanes: [SHARED_LANE],
    firstLane: (caller, { model }) => engineLanes.first(caller, model),
    admission: undefined,
    countsFailures: false,
    input: TurnInput,
    result: Answer,
    durationKey: ({ model }) => model,
    async run(input, context) {
      const { model, messages, options } = input
      await models.refresh(context.caller, model)
      const requirements = workerRequirements(input)
      const candidates = models.select(context.caller, model, requirements)
      const turn = { messages, options, stream: false }
      const { characters } = requirements
      return answerer.answer({ turn, characters, candidates, surface: 'worker' }, context)
    },
  })
}
export type WorkerTurnTask = ReturnType<typeof workerTurnTask>

/**
 * Asks the model, in its turn.
 *
 * @param onStart Called when the wait is over
 */
export type AskModel = (
  caller: Caller,
  input: TurnInput,
  signal: AbortSignal,
  onStart: () => void,
) => Promise<Answer>

/** Makes the function that runs the turns of workers through the queue. */
export function queuedTurns(runs: Runs, task: WorkerTurnTask): AskModel {
  return async (caller, input, signal, onStart) => {
    signal.throwIfAborted()
    try {
      return await runs.result(task, caller, input, { signal, onStart })
    } catch (error) {
      // The reason says more than that the run was cancelled.
      signal.throwIfAborted()
      throw error
    }
  }
}
