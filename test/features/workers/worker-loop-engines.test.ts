import { expect, test } from 'bun:test'
import { ModelStep } from '../../../src/features/workers/pieces.ts'
import { matches } from '../../../src/platform/check.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { runLoop, scriptedModel } from '../../support/workers.ts'

const unanswered = (retryAfterSeconds?: number) =>
  new AppError(
    'no_engine',
    'No engine could answer: local cannot be reached',
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  )

test('an engine that is away for a while is waited for, which is one step', async () => {
  const notes: unknown[] = []
  const fail = () => {
    throw unanswered(20)
  }
  const lost = () => {
    throw new AppError('model_not_found', 'There is no model m')
  }
  const model = scriptedModel([['list_files', {}]], fail, lost, fail, [
    ['finish', { answer: 'ok' }],
  ])
  using job = await runLoop({ model, onProgress: ({ note }) => notes.push(note) })
  expect(job.result?.answer).toBe('ok')
  expect(job.steps.map(({ tool, ok }) => [tool, ok])).toEqual([
    ['list_files', true],
    ['wait_for_engine', true],
    ['finish', true],
  ])
  expect(job.steps[1]?.text).toBe(
    'wait_for_engine: No engine could answer: local cannot be reached',
  )
  expect(notes).toContain('Waiting for an engine. No engine could answer: local cannot be reached')
  expect(job.stored.every((piece) => matches(ModelStep, piece))).toBe(true)
})

test('the wait for an engine ends with the time of the job, and with its cancelling', async () => {
  const away = { askModel: () => Promise.reject(unanswered(20)) }
  using late = await runLoop({ model: away, retryMs: [5], profile: { maxSeconds: 0.03 } })
  expect(late.error).toMatchObject({
    code: 'no_engine',
    message: expect.stringMatching(
      /^No engine could answer: local cannot be reached\. The worker has waited for one/,
    ),
  })
  const cancel = new AbortController()
  using cancelled = await runLoop({
    model: away,
    retryMs: [60_000],
    signal: cancel.signal,
    onProgress: ({ note }) => {
      if (note !== undefined) cancel.abort(new AppError('cancelled', 'stopped'))
    },
  })
  expect(cancelled.error).toMatchObject({ code: 'cancelled' })
})

test('what does not pass in the time of the job is not waited for', async () => {
  for (const error of [
    unanswered(),
    // A quota that comes back in an hour.
    unanswered(3_600),
    new AppError('capability_denied', 'This key may not use any engine'),
  ]) {
    const model = scriptedModel(() => {
      throw error
    })
    using job = await runLoop({ model, retryMs: [60_000] })
    expect(job.error).toBe(error)
    expect(model.turns).toHaveLength(1)
  }
  // One that comes back sooner is.
  let round = 0
  const soon = scriptedModel(() => {
    round += 1
    if (round === 1) throw unanswered(30)
    return [['finish', { answer: 'ok' }]]
  })
  using job = await runLoop({ model: soon })
  expect(job.result?.answer).toBe('ok')
})
