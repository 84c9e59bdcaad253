import { expect, test } from 'bun:test'
import { ClientFailure, TemporaryFailure } from '../../src/client/failure.ts'
import { awaitApproval } from '../../src/client/login.ts'
import type { PollAnswer } from '../../src/client/service.ts'

const GRANTED: PollAnswer = { state: 'granted', access_token: 'hcd_of-the-tests', expires_in: 60 }
const LATER = refused('authorization_pending')

function refused(error: string, interval?: number): PollAnswer {
  return {
    state: 'error',
    error,
    detail: `${error} in words`,
    ...(interval === undefined ? {} : { interval }),
  }
}

/** Runs the polling against a fake clock; a missing answer is an error. */
async function wait(answers: (PollAnswer | Error)[], interval?: number, expiresIn = 600) {
  const waits: number[] = []
  const troubles: (string | undefined)[] = []
  let time = 5_000
  const end = await awaitApproval({
    poll: async () => {
      const answer = answers.shift()
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('One too many')
      return answer
    },
    interval,
    expiresIn,
    now: () => time,
    sleep: async (ms) => {
      waits.push(ms)
      time += ms
    },
    onOutage: (outage) => troubles.push(outage),
  }).catch((error: unknown) => error)
  return { end, waits, troubles, left: answers.length }
}

test('polls come 1.2 intervals apart from the first, and 1.4 after a slow_down', async () => {
  const { end, waits } = await wait(
    [LATER, LATER, refused('slow_down', 8), LATER, refused('slow_down', 13), GRANTED],
    3,
  )
  expect(end).toEqual(GRANTED)
  expect(waits.map(Math.round)).toEqual([3600, 3600, 3600, 11_200, 11_200, 18_200])
})

test('the poll interval is the service’s, else 5 s and 5 s more after each slow_down', async () => {
  const named = await wait([refused('authorization_pending', 10), GRANTED], 3)
  expect(named.waits.map(Math.round)).toEqual([3600, 12_000])
  const unnamed = await wait([LATER, refused('slow_down'), refused('slow_down'), LATER, GRANTED])
  expect(unnamed.waits.map(Math.round)).toEqual([6000, 6000, 14_000, 21_000, 21_000])
})

test('repeated slow_down answers do not end the polling', async () => {
  const { end } = await wait([...Array.from({ length: 6 }, () => refused('slow_down', 8)), GRANTED])
  expect(end).toEqual(GRANTED)
})

test('an unreachable service is polled at the same interval, or after its Retry-After', async () => {
  const { end, waits, troubles } = await wait(
    [
      new TemporaryFailure('Nothing listens there'),
      new TemporaryFailure('Nothing listens there'),
      LATER,
      new TemporaryFailure('Too many requests at once', { afterSeconds: 30 }),
      GRANTED,
    ],
    3,
  )
  expect(end).toEqual(GRANTED)
  expect(waits.map(Math.round)).toEqual([3600, 3600, 3600, 3600, 30_000])
  expect(troubles).toEqual([
    'Nothing listens there',
    undefined,
    'Too many requests at once',
    undefined,
  ])
})

test('a final refusal ends the wait with a message', async () => {
  const cases: [string, RegExp][] = [
    ['access_denied', /denied in the browser/],
    ['expired_token', /has expired: start again/],
    ['invalid_grant', /not valid any more: start again/],
    ['unsupported_grant_type', /unsupported_grant_type in words/],
  ]
  for (const [error, words] of cases) {
    const { end, waits, left } = await wait([refused(error), GRANTED], 3)
    expect(end).toEqual(expect.any(ClientFailure))
    expect(String(end)).toMatch(words)
    expect([waits.length, left]).toEqual([1, 1])
  }
})

test('the wait ends when the code expires, also while the service is unreachable', async () => {
  for (const answer of [LATER, new TemporaryFailure('Away')]) {
    const { end, waits } = await wait(Array(9).fill(answer), 3, 10)
    expect(String(end)).toMatch(/has expired: start again/)
    expect(waits.map(Math.round)).toEqual([3600, 3600, 2800])
  }
})

test('an unexpected error is not treated as a network failure', async () => {
  const fault = new TypeError('A fault')
  expect((await wait([fault, GRANTED], 3)).end).toBe(fault)
})
