import { buildStarts } from '../support/build-starts.ts'
import { localToml, startProcess, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { chatBody } from './answers.ts'
import { type Bench, bearer } from './bench.ts'
import { cpuSeconds } from './child.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'

const STARTS = 9
const BELOW_MS = 500
/** Says more than the clock on a machine that does other work. */
const BELOW_CPU_MS = 800

/**
 * From the start of the program, without a database, to its first whole answer of a model. Not of the first
 * start of a version, which is twice as slow and builds what is read here.
 */
export async function startUp({ upstream }: Bench): Promise<Row[]> {
  await buildStarts()
  const listening: number[] = []
  const answered: number[] = []
  const processor: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    using folder = tempFolder()
    const started = performance.now()
    await using hearth = await startProcess(folder.path, localToml(`${upstream.url}/whole/v1`))
    listening.push(performance.now() - started)
    const response = await fetch(`${hearth.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(PRIMARY_KEY) },
      body: chatBody('local'),
    })
    await response.text()
    if (response.status !== 200) throw new Error(`The first answer was ${response.status}`)
    answered.push(performance.now() - started)
    processor.push(cpuSeconds(hearth.pid) * 1000)
  }
  return [
    {
      measure: 'start to first answer',
      value: median(answered),
      unit: 'ms',
      target: { below: BELOW_MS },
      detail: `listening after ${median(listening).toFixed(0)} ms, slowest answer ${Math.max(...answered).toFixed(0)} ms, ${STARTS} starts`,
    },
    {
      measure: 'processor time until the first answer',
      value: median(processor),
      unit: 'ms',
      target: { below: BELOW_CPU_MS },
      detail: `least ${Math.min(...processor).toFixed(0)} ms, ${STARTS} starts`,
    },
  ]
}
