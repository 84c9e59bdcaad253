import type { AnswerName } from './answers.ts'
import { type Bench, bearer, startHearth } from './bench.ts'
import { type Child, cpuSeconds } from './child.ts'
import { COMPARED, type DialectName, dialectShot } from './dialect-shots.ts'
import { inTurns, median, medianRatio, quantile } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { StreamClient } from './stream-client.ts'
import { wrk } from './wrk.ts'

const OF_RATE = 0.9
const OF_FIRST_BYTE = 1.1
const OF_CPU = 1.3
const SAMPLES = 1000
const WARM_UP = 200
/** Of two megabytes each, in one round of one dialect. */
const LONG_ANSWERS = 3
const ALL: readonly DialectName[] = ['chat', ...COMPARED]

/** Answers a second that are not streamed, by dialect, beside those of chat completions. */
export async function dialectRates(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 1)
  const rates = await inTurns(
    ALL.map((name) => {
      const { url, body } = dialectShot(hearth, name, 'whole', false)
      const shot = { url, body, headers: hearth.keys.slice(0, 1).map(bearer) }
      return { name, rate: async () => (await wrk(shot, 1, bench.seconds)).perSecond }
    }),
    bench.rounds,
  )
  const [ofChat = [], ...others] = rates
  return COMPARED.map((name, index) => {
    const own = others[index] ?? []
    return {
      measure: `whole answers / chat completions, ${name}`,
      value: medianRatio(own, ofChat),
      unit: 'x',
      target: { atLeast: OF_RATE },
      detail: `${perSecond(name, median(own))}, ${perSecond('chat', median(ofChat))}`,
    }
  })
}

/** Time to the first byte of a streamed answer, by dialect, beside that of chat completions. */
export async function dialectFirstByte(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 1)
  await using clients = await connected(hearth, 'first')
  const times: number[][] = ALL.map(() => [])
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    for (const [index, client] of clients.all.entries()) {
      const { firstFrameMs } = await client.ask()
      if (sample >= 0) times[index]?.push(firstFrameMs)
    }
  }
  const [chat = Number.NaN, ...others] = times.map((one) => quantile(one, 0.5))
  return COMPARED.map((name, index) => {
    const own = others[index] ?? Number.NaN
    return {
      measure: `time to first byte / chat completions, p50, ${name}`,
      value: own / chat,
      unit: 'x',
      target: { below: OF_FIRST_BYTE },
      detail: `${name} ${own.toFixed(2)} ms, chat ${chat.toFixed(2)} ms`,
    }
  })
}

/** CPU time of an answer of two megabytes in 20,000 deltas, by dialect, beside that of chat completions. */
export async function dialectCpu(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 1)
  await using clients = await connected(hearth, 'megabytes')
  // As answers per second of CPU time.
  const rates = await inTurns(
    ALL.map((name, index) => ({
      name,
      async rate() {
        const before = cpuSeconds(hearth.pid)
        for (let answer = 0; answer < LONG_ANSWERS; answer += 1) await clients.all[index]?.ask()
        return LONG_ANSWERS / (cpuSeconds(hearth.pid) - before)
      },
    })),
    bench.rounds,
  )
  const [ofChat = [], ...others] = rates
  return COMPARED.map((name, index) => {
    const own = others[index] ?? []
    return {
      measure: `CPU of 2 MB in 20000 deltas / chat completions, ${name}`,
      value: medianRatio(ofChat, own),
      unit: 'x',
      target: { below: OF_CPU },
      detail: `${name} ${cpuMs(own)} ms, chat ${cpuMs(ofChat)} ms`,
    }
  })
}

/** A connection for each dialect. */
async function connected(hearth: Child, answer: AnswerName) {
  const all = await Promise.all(
    ALL.map((name) => StreamClient.connect(dialectShot(hearth, name, answer))),
  )
  return {
    all,
    async [Symbol.asyncDispose]() {
      for (const client of all) client[Symbol.dispose]()
    },
  }
}

function cpuMs(rates: readonly number[]): string {
  return (1000 / median(rates)).toFixed(0)
}
