import { readFileSync } from 'node:fs'
import { localToml, startProcess, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { chatBody } from './answers.ts'
import { type Bench, bearer } from './bench.ts'
import type { Row } from './report.ts'
import { wrk } from './wrk.ts'

const REQUESTS = 100_000
const BELOW_MB = 150

/** Resident memory of the service after many requests, started as the README says. */
export async function memory({ upstream, seconds }: Bench): Promise<Row[]> {
  using folder = tempFolder()
  await using hearth = await startProcess(folder.path, localToml(`${upstream.url}/whole/v1`))
  const body = chatBody('local')
  const url = `${hearth.url}/v1/chat/completions`
  const shot = { url, headers: [bearer(PRIMARY_KEY)], body }
  const atStart = residentMb(hearth.pid, 'VmRSS')
  let answers = 0
  // One heavy task runs at a time, as by default.
  while (answers < REQUESTS) answers += (await wrk(shot, 1, seconds)).answers
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
