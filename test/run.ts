// Runs the checks and the tests, several parts at once, and ends with one line of the counts.
// usage: run.ts                     what `npm test` runs
//        run.ts all                 everything, for half an hour
//        run.ts NAME | FILE ...     parts, suites of test/contract, or files of tests;
//                                   `default` keeps the times of its files
//        run.ts --changed [COMMIT]  what a change can break, in half a minute
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { testsOf } from './suite/changed.ts'
import { CHECKS, everything, type Part, quick, RESULTS_FOLDER, TESTS } from './suite/parts.ts'
import { type PartResult, resultOf, tableOf } from './suite/results.ts'
import { buildStarts } from './support/build-starts.ts'
import { printFailures } from './support/test-report.ts'

/** More than there are processors, because tests also wait. */
const MAX_PROCESSES = 3 * availableParallelism()

const [first = 'quick', ...rest] = process.argv.slice(2)
mkdirSync(RESULTS_FOLDER, { recursive: true })
const startedAt = performance.now()
const parts = await partsOf(first, rest)
// What checks text is one queue, because each of the checks uses all processors.
const checks = parts.filter(({ kind }) => kind === 'check')
const others = parts.filter(({ kind }) => kind !== 'check')
if (others.some(({ startsServices }) => startsServices)) await buildStarts()
const results = (await Promise.all([inTurn(checks, 1), inTurn(others, MAX_PROCESSES)])).flat()

printFailures(results.flatMap(({ failures }) => failures))
const table = tableOf(results, performance.now() - startedAt)
await Bun.write(`${RESULTS_FOLDER}/table.txt`, table)
console.log(table)
const sum = (name: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[name], 0)
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(results.every(({ ok }) => ok) ? 0 : 1)

async function partsOf(name: string, more: readonly string[]): Promise<Part[]> {
  if (name === 'quick') return quick()
  if (name === 'all' && more.length === 0) return everything()
  if (name === '--changed') {
    const files = await testsOf(more[0] ?? 'HEAD')
    return [...CHECKS, ...(files.length > 0 ? [TESTS.default({ files })] : [])]
  }
  // The times of the default tests are kept where these alone were asked for, with little beside them.
  const known = [TESTS.default({ measured: true }), ...quick(), ...everything()]
  const asked = name === 'all' ? more : [name, ...more]
  const files = asked.filter((one) => existsSync(one))
  const names = asked.filter((one) => !existsSync(one))
  const parts = names.map((one) => {
    const part = known.find((part) => [one, `contract:${one}`].includes(part.name))
    if (part !== undefined) return part
    console.error(`There is no part and no file ${one}. Parts: ${known.map(({ name }) => name)}`)
    return process.exit(2)
  })
  return [...parts, ...(files.length > 0 ? partsOfFiles(files) : [])]
}

/** Files run in the part that they belong to. */
function partsOfFiles(files: readonly string[]): Part[] {
  const isSlow = (file: string) => file.includes('test/slow/')
  const inBrowser = (file: string) => file.includes('test/browser/')
  const groups = {
    slow: files.filter(isSlow),
    browser: files.filter(inBrowser),
    default: files.filter((file) => !isSlow(file) && !inBrowser(file)),
  }
  return (['default', 'browser', 'slow'] as const)
    .filter((name) => groups[name].length > 0)
    .map((name) => TESTS[name]({ files: groups[name] }))
}

/**
 * Runs parts with at most so many processes at once, and says how each has ended. The next is the first
 * for which there is room.
 */
async function inTurn(parts: readonly Part[], maxProcesses: number): Promise<PartResult[]> {
  const results: PartResult[] = []
  const running = new Map<Part, Promise<void>>()
  const waiting = new Set(parts)
  const isRoomFor = ({ processes }: Part) =>
    running.size === 0 ||
    [...running.keys()].reduce((sum, one) => sum + one.processes, processes) <= maxProcesses
  while (waiting.size > 0) {
    const part = [...waiting].find(isRoomFor)
    if (part === undefined) {
      await Promise.race(running.values())
      continue
    }
    waiting.delete(part)
    const ended = run(part).then((result) => {
      running.delete(part)
      console.log(tableOf([result]).trimEnd())
      results.push(result)
    })
    running.set(part, ended)
  }
  await Promise.all(running.values())
  return results
}

async function run(part: Part): Promise<PartResult> {
  const path = `${RESULTS_FOLDER}/${part.name.replace(':', '-')}.log`
  const output = openSync(path, 'w')
  const start = performance.now()
  const child = Bun.spawn([...part.command], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...part.env, FORCE_COLOR: '0', NO_COLOR: '1' },
  })
  const code = await child.exited
  const usage = child.resourceUsage()
  return resultOf(part, {
    ...{ code, output: await Bun.file(path).text(), ms: performance.now() - start },
    cpuMs: Number(usage?.cpuTime.total ?? 0) / 1000,
  })
}
