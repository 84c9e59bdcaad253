import { cpus, release } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Row } from './report.ts'

export const RESULTS_FILE = join(import.meta.dir, 'results.md')

const MAX_TABLES = 10
/** A figure that is worse by more than this is marked. */
const TOLERANCE = 0.05
const TITLE = `# Results of the bench

\`bun run bench -- --keep\` adds a table; the newest ${MAX_TABLES} are here, newest first. The change is against the last
stored value of the same measure; WORSE is by more than ${TOLERANCE * 100} %.
`

/** Where and of what a table was measured. */
export interface Origin {
  date: string
  commit: string
  machine: string
}

/** @returns The last stored value of each measure */
export function lastValues(stored: string): Map<string, number> {
  const values = new Map<string, number>()
  for (const line of stored.split('\n')) {
    const [, measure = '', value = ''] = /^\| (.+?) +\| +([\d.e+-]+) \S+ +\|/.exec(line) ?? []
    // The newest table is the first one.
    if (measure !== '' && !values.has(measure)) values.set(measure, Number(value))
  }
  return values
}

/** @returns Such as `+3.1 %`, `-8.0 % WORSE`, or `new` without an earlier value */
export function changeOf(
  { measure, value, target }: Pick<Row, 'measure' | 'value' | 'target'>,
  last: ReadonlyMap<string, number>,
): string {
  const before = last.get(measure)
  if (before === undefined) return 'new'
  const change = value / before - 1
  const worse = 'atLeast' in target ? -change : change
  const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(1)} %`
  return worse > TOLERANCE ? `${percent} WORSE` : percent
}

/** @returns The stored tables with one of these outcomes before them, and without the oldest */
export function withTable(stored: string, outcomes: readonly Outcome[], origin: Origin): string {
  const last = lastValues(stored)
  const lines = outcomes.map((one) =>
    'failure' in one
      ? `| ${one.measure} | - | failed | |`
      : `| ${one.measure} | ${Number(one.value.toPrecision(4))} ${one.unit} | ${changeOf(one, last)} | ${one.detail} |`,
  )
  const table = `## ${origin.date}, ${origin.commit}

${origin.machine}

| measure | value | change | from |
| --- | ---: | ---: | --- |
${lines.join('\n')}
`
  const earlier = stored.split(/^(?=## )/m).filter((part) => part.startsWith('## '))
  return [
    TITLE,
    table,
    ...earlier.slice(0, MAX_TABLES - 1).map((part) => `${part.trimEnd()}\n`),
  ].join('\n')
}

/** Of this run, without anything that names the machine or its folders. */
export function originOf(rounds: number, seconds: number): Origin {
  const commit = git('rev-parse', '--short', 'HEAD')
  const changed = git('status', '--porcelain', '--', 'src', 'public', 'package.json') !== ''
  const processors = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: changed ? `${commit} with changes` : commit,
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, kernel ${release()}, Bun ${Bun.version}, ${rounds} rounds of ${seconds} s`,
  }
}

function git(...args: string[]): string {
  const { stdout, success } = Bun.spawnSync(['git', ...args], {
    cwd: join(import.meta.dir, '../..'),
    stderr: 'ignore',
  })
  return success ? stdout.toString().trim() : 'unknown'
}
