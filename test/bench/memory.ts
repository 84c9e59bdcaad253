import { readFileSync } from 'node:fs'
import { chatBody } from './answers.ts'
import { type Bench, bearer, chatUrl, startHearth } from './bench.ts'
import type { Row } from './report.ts'
import { wrk } from './wrk.ts'

const REQUESTS = 100_000
const CONNECTIONS = 8
const BELOW_MB = 150

/** Resident memory of the service after many requests. */
export async function memory(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, CONNECTIONS)
  const shot = { url: chatUrl(hearth), headers: hearth.keys.map(bearer), body: chatBody('whole') }
  const atStart = residentMb(hearth.pid, 'VmRSS')
  let answers = 0
  while (answers < REQUESTS) answers += (await wrk(shot, CONNECTIONS, bench.seconds)).answers
  return [
    {
      measure: 'resident memory after 100000 requests',
      value: residentMb(hearth.pid, 'VmRSS'),
      unit: 'MB',
      target: { below: BELOW_MB },
      detail: `${atStart.toFixed(0)} MB at start, most ${residentMb(hearth.pid, 'VmHWM').toFixed(0)} MB, ${answers} requests`,
    },
  ]
}

function residentMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}
