import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { FINISH, workerService } from '../support/worker-service.ts'

test('a worker waits for an engine that fails in passing, and says so in its steps', async () => {
  let turns = 0
  const failing = async () => {
    turns += 1
    if (turns < 3) throw new EngineFailure('transient', 'connection refused')
    return FINISH
  }
  await using app = workerService([[['list_files', {}]], failing, failing, failing], {
    limits: { workerRetryMs: [0] },
  })
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'succeeded',
    steps: [
      { tool: 'list_files', ok: true },
      {
        tool: 'wait_for_engine',
        ok: true,
        text: expect.stringMatching(/^wait_for_engine: No engine could answer: local failed/),
      },
      { tool: 'finish', ok: true },
    ],
  })
  expect(app.engine.turns).toHaveLength(4)
})

test('a worker does not wait for a quota that comes back after its time', async () => {
  const spent = async () => {
    const until = Date.now() + 5 * 60 * 60_000
    throw new EngineFailure('quota', 'limit reached', { until })
  }
  await using app = workerService([[['list_files', {}]], spent])
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'failed',
    error: { code: 'no_engine', detail: expect.stringContaining('has used up its quota until') },
    steps: [{ tool: 'list_files' }],
  })
})

test('a failure that no engine explains ends a worker when it has come four times in a row', async () => {
  let turns = 0
  const failing = async () => {
    turns += 1
    // Another one in between counts anew.
    const verdict = turns === 4 ? 'transient' : 'unknown'
    throw new EngineFailure(verdict, 'exit code 7: no such flag')
  }
  await using app = workerService([failing], { limits: { workerRetryMs: [0] } })
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'failed',
    error: { code: 'no_engine', detail: expect.stringContaining('exit code 7: no such flag') },
  })
  expect(turns).toBe(8)
})
