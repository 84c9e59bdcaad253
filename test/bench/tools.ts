import { join } from 'node:path'
import { type Bench, chatUrl } from './bench.ts'
import { startScript } from './child.ts'
import { type Contestant, inTurns, median, medianRatio, quantile } from './numbers.ts'
import type { Row } from './report.ts'
import { makeToolDouble, type ToolDouble } from './tool-double.ts'
import { engineReader, readChat, readPlain, type ToolRead } from './tool-readers.ts'

const SAMPLES = 300
const WARM_UP = 30
const ADDED_MS = 15

/** Parts and characters of the long answer: 2 MB of text. */
const DELTAS = 20_000
const DELTA_CHARACTERS = 100
const READS_PER_ROUND = 5
/** For each round of the bench: a read takes some 10 ms, and one collection of garbage as much. */
const ROUNDS = 6
const OF_PLAIN_READER = 1.5

type Read = () => Promise<ToolRead>

/** Time to the first text of a tool's answer, over that of the tool run by hand. */
export async function toolFirstText({ folder }: Bench): Promise<Row[]> {
  const double = makeToolDouble(join(folder, 'tool-first'), 20, 20)
  const args = [JSON.stringify(double.settings), join(folder, 'tool-data')]
  await using hearth = await startScript('tool', args, join(folder, 'tool.log'))
  const [key = ''] = hearth.keys
  const reads: Read[] = [
    () => readPlain(double),
    engineReader(double),
    () => readChat(chatUrl(hearth), key),
  ]
  const times: number[][] = reads.map(() => [])
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    for (const [index, read] of reads.entries()) {
      const { firstTextMs } = await checked(read, double)
      if (sample >= 0) times[index]?.push(firstTextMs)
    }
  }
  const [alone = 0, engine = 0, whole = 0] = times.map(median)
  const late = quantile(times[2] ?? [], 0.99)
  return [
    {
      measure: 'added to a tool run, spawn to first text, p50',
      value: whole - alone,
      unit: 'ms',
      target: { below: ADDED_MS },
      detail: `Hearth ${whole.toFixed(2)} ms (p99 ${late.toFixed(2)} ms), CliEngine ${engine.toFixed(2)} ms, by hand ${alone.toFixed(2)} ms`,
    },
  ]
}

/** CPU time of reading a long answer of a tool, over that of the plainest reader. */
export async function toolReading({ folder, rounds }: Bench): Promise<Row[]> {
  const double = makeToolDouble(join(folder, 'tool-long'), DELTAS, DELTA_CHARACTERS)
  const contestant = (name: string, read: Read): Contestant => ({
    name,
    rate: async () => {
      const before = process.cpuUsage()
      for (let index = 0; index < READS_PER_ROUND; index += 1) await checked(read, double)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 / READS_PER_ROUND
    },
  })
  const [ofPlain = [], ofEngine = []] = await inTurns(
    [
      contestant('plain reader', () => readPlain(double)),
      contestant('CliEngine', engineReader(double)),
    ],
    rounds * ROUNDS,
  )
  return [
    {
      measure: 'CPU of reading 20000 deltas of a tool / plain reader',
      value: medianRatio(ofEngine, ofPlain),
      unit: 'x',
      target: { below: OF_PLAIN_READER },
      detail: `CliEngine ${median(ofEngine).toFixed(1)} ms, plain reader ${median(ofPlain).toFixed(1)} ms, ${double.characters / 1e6} MB of text`,
    },
  ]
}

/** An answer that is not whole measures nothing. */
async function checked(read: Read, { characters }: ToolDouble): Promise<ToolRead> {
  const one = await read()
  if (one.characters === characters) return one
  throw new Error(`Expected ${characters} characters of the tool: got ${one.characters}`)
}
