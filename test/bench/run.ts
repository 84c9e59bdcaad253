// Measures the service against its targets:
// bun run bench [--all | --only name,name] [--keep] [--rounds n] [--seconds n] [--usage-rows n]
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { authCheck } from './auth-check.ts'
import type { Bench } from './bench.ts'
import { boards } from './boards.ts'
import { startScript } from './child.ts'
import { cluster } from './cluster.ts'
import { dialectCpu, dialectFirstByte, dialectRates } from './dialects.ts'
import { documents } from './documents.ts'
import { downloads, uploads } from './files.ts'
import { firstByte } from './first-byte.ts'
import { historySearches } from './history.ts'
import { dialectRoutes, smallRoutes } from './hot-routes.ts'
import { memory } from './memory.ts'
import { openLoopRows } from './open-loop.ts'
import { pages } from './pages.ts'
import { nodeVersion, startPortkey } from './portkey.ts'
import { refusals } from './refusals.ts'
import { relay } from './relay.ts'
import { type Outcome, type Row, record, table } from './report.ts'
import { lastValues, originOf, RESULTS_FILE, withTable } from './results.ts'
import { speech } from './speech.ts'
import { startUp } from './start-up.ts'
import { subtitles } from './subtitles.ts'
import { toolFirstText, toolReading } from './tools.ts'
import { transcription } from './transcription.ts'
import { resumableUploads } from './tus.ts'
import { uploadNeighbours } from './upload-neighbours.ts'
import { usageReads } from './usage-reads.ts'
import { videoList } from './video-list.ts'
import { webVitals } from './vitals.ts'
import { webApp } from './web-app.ts'
import { webAppRates } from './web-app-rates.ts'
import { webAppWeight } from './web-app-weight.ts'
import { wholeAnswers } from './whole-answers.ts'
import { workers } from './workers.ts'
import { requireWrk } from './wrk.ts'

const RESULTS = join(import.meta.dir, '../../bench-results')

const MEASURES: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  whole1: (bench) => wholeAnswers(bench, 1),
  whole8: (bench) => wholeAnswers(bench, 8),
  first: firstByte,
  relay1: (bench) => relay(bench, 'separate', 1),
  relay8: (bench) => relay(bench, 'separate', 8),
  relayone1: (bench) => relay(bench, 'together', 1),
  relayone8: (bench) => relay(bench, 'together', 8),
  dialectrates: dialectRates,
  dialectfirst: dialectFirstByte,
  dialectcpu: dialectCpu,
  refusals,
  authcheck: authCheck,
  dialectroutes: dialectRoutes,
  smallroutes: smallRoutes,
  start: startUp,
  memory,
  openloop: openLoopRows,
  toolfirst: toolFirstText,
  toolread: toolReading,
  usage: usageReads,
  boards,
  history: historySearches,
  documents,
  pages,
  subtitles,
  webweight: webAppWeight,
  webrates: webAppRates,
  web: webApp,
  vitals: webVitals,
  speech,
  transcription,
  videolist: videoList,
  uploads,
  uploadneighbours: uploadNeighbours,
  downloads,
  tus: resumableUploads,
  workers,
  cluster,
}

/** A line for each hot route, in less than ten minutes. */
const LINES_THAT_MATTER = [
  ...['whole1', 'whole8', 'first', 'relay1', 'relay8', 'dialectroutes', 'smallroutes'],
  ...['authcheck', 'refusals', 'start'],
]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    'usage-rows': { type: 'string', default: '10000000' },
  },
})
requireWrk()
const chosen = values.only?.split(',') ?? (values.all ? Object.keys(MEASURES) : LINES_THAT_MATTER)
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'))
const children = new AsyncDisposableStack()
children.defer(() => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void children.disposeAsync().finally(() => process.exit(130)))

const outcomes: Outcome[] = []
try {
  const log = (name: string) => join(folder, `${name}.log`)
  const upstream = children.use(await startScript('upstream', [], log('upstream')))
  const passThrough = children.use(
    await startScript('pass-through', [upstream.url], log('pass-through')),
  )
  // Another gateway is not asked about at each change of this one.
  const portkey =
    chosen !== LINES_THAT_MATTER &&
    chosen.some((name) => name.startsWith('whole') || name === 'openloop')
      ? await tryPortkey()
      : undefined
  const bench = {
    upstream,
    passThrough,
    portkey,
    folder,
    rounds,
    seconds,
    usageRows: Number(values['usage-rows']),
  }
  for (const name of chosen) outcomes.push(...(await outcomesOf(name, bench)))
} finally {
  await children.disposeAsync()
}
mkdirSync(RESULTS, { recursive: true })
const written = join(RESULTS, 'bench.json')
writeFileSync(written, `${JSON.stringify(record(outcomes, await nodeVersion()), null, 2)}\n`)
const stored = existsSync(RESULTS_FILE) ? readFileSync(RESULTS_FILE, 'utf8') : ''
console.log(`${table(outcomes, lastValues(stored))}\n\nWritten to ${written}`)
if (values.keep) writeFileSync(RESULTS_FILE, withTable(stored, outcomes, originOf(rounds, seconds)))

async function outcomesOf(name: string, bench: Bench): Promise<Outcome[]> {
  process.stderr.write(`${name} …\n`)
  const measure = MEASURES[name]
  if (measure === undefined) return [{ measure: name, failure: 'There is no such measure' }]
  try {
    return await measure(bench)
  } catch (error) {
    return [{ measure: name, failure: error instanceof Error ? error.message : String(error) }]
  }
}

async function tryPortkey() {
  try {
    return children.use(await startPortkey(folder))
  } catch (error) {
    const failure = `Left out: ${error instanceof Error ? error.message : String(error)}`
    outcomes.push({ measure: 'whole chat / Portkey', failure })
    return undefined
  }
}
