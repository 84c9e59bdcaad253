import { Type } from '@sinclair/typebox'
import type { Caller } from '../../src/core/caller.ts'
import { SHARED_LANE } from '../../src/core/engines/engine-lanes.ts'
import {
  defineTask,
  type TaskContext,
  type TaskDefinition,
} from '../../src/core/tasks/define-task.ts'

const NOBODY = { keyId: null, project: null, product: null, engines: null }
export const CALLER: Caller = { owner: 'o', actor: 'o', requestId: 'r', ...NOBODY }

/** The context of a run that never waits and whose events are dropped. */
export function testContext<event, piece = unknown>(
  over: Partial<TaskContext<event, piece>> = {},
): TaskContext<event, piece> {
  return {
    id: 'run_test',
    caller: CALLER,
    attempt: 1,
    signal: new AbortController().signal,
    lane: SHARED_LANE,
    queueMs: 0,
    pieces: { finished: [], save: async () => undefined },
    emit: () => undefined,
    asks: () => undefined,
    reportProgress: () => undefined,
    record: () => undefined,
    enterLane: async () => undefined,
    follow: () => undefined,
    yieldLane: async () => undefined,
    ...over,
  }
}

export type Work = (input: string, context: TaskContext) => Promise<unknown>

/** A kind of task that does what a test says. */
export function taskOf(work: Work, over: Partial<TaskDefinition> = {}): TaskDefinition {
  return defineTask({
    kind: 'test',
    idPrefix: 'tst_',
    lanes: ['heavy'],
    admission: undefined,
    input: Type.Unknown(),
    result: Type.Unknown(),
    run: (input, context) => work(String(input), context),
    ...over,
  })
}
