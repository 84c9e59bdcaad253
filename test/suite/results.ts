import { existsSync, readFileSync, rmSync } from 'node:fs'
import {
  errorsOutside,
  type Failure,
  lastLines,
  type Report,
  readReport,
} from '../support/test-report.ts'
import { type Part, RESULTS_FOLDER } from './parts.ts'

/** How a part has ended. */
export interface PartResult extends Report {
  part: string
  ok: boolean
  ms: number
  /** Of the process and all that it waited for. */
  cpuMs: number
}

interface Ended {
  code: number
  output: string
  ms: number
  cpuMs: number
}

/** Reads what a part has left. A part that ends well without a single result is a failure. */
export function resultOf(part: Part, { code, output, ms, cpuMs }: Ended): PartResult {
  const { name } = part
  const report = part.kind === 'tests' ? reportOf(name, output) : countsOf(part, code, output)
  const failures = [...report.failures]
  const ok = code === 0 && report.failed === 0 && report.passed + report.skipped > 0
  if (!ok && failures.length === 0)
    failures.push({ file: name, name: `ended with ${code}`, message: lastLines(output) })
  const failed = Math.max(report.failed, failures.length)
  return { ...report, part: name, failed, failures, ok, ms, cpuMs }
}

function reportOf(name: string, output: string): Report {
  const path = `${RESULTS_FOLDER}/${name}.xml`
  const report = readReport(existsSync(path) ? readFileSync(path, 'utf8') : '')
  rmSync(path, { force: true })
  // The report also counts tests as skipped that the pattern of names leaves out.
  const skipped = Number(/^ *(\d+) skip$/m.exec(output)?.[1] ?? 0)
  const failures = [...report.failures, ...errorsOutside(output)]
  return { ...report, skipped, failures, failed: Math.max(report.failed, failures.length) }
}

const COUNTS = /^(\d+) passed, (\d+) failed$/m
const FAILED_LINE = /^\s*FAILED (.*)$/gm
const SKIPPED_LINE = /^\S+: skipped /gm

/** A check or an attack counts as one; a contract suite prints its counts, and a line for each failure. */
function countsOf({ name, kind }: Part, code: number, output: string): Report {
  if (kind === 'check' || kind === 'attack')
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] }
  const [, passed = '0', failed = '0'] = COUNTS.exec(output) ?? []
  const failures = [...output.matchAll(FAILED_LINE)].map(
    ([, line = '']): Failure => ({ file: name, name: line.split(':')[0] ?? '', message: line }),
  )
  const skipped = [...output.matchAll(SKIPPED_LINE)].length
  return { passed: Number(passed), failed: Number(failed), skipped, failures }
}

/** One line a part: its counts and its times in seconds. */
export function tableOf(results: readonly PartResult[], ms?: number): string {
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`.padStart(9)
  const line = (name: string, counts: Omit<Report, 'failures'>, ms: number, cpuMs: number) =>
    [
      name.padEnd(24),
      `${String(counts.passed).padStart(5)} passed`,
      `${String(counts.failed).padStart(3)} failed`,
      `${String(counts.skipped).padStart(3)} skipped`,
      `${seconds(ms)}, processor ${seconds(cpuMs)}`,
    ].join('  ')
  const sum = (name: 'passed' | 'failed' | 'skipped' | 'cpuMs') =>
    results.reduce((total, result) => total + result[name], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  return [
    ...results.map((one) => line(one.part, one, one.ms, one.cpuMs)),
    ...(ms === undefined ? [] : [line('all', total, ms, sum('cpuMs'))]),
    '',
  ].join('\n')
}
