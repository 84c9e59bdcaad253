// Runs the tests and ends with one plain line of the counts, whatever the runner prints.
// usage: run-tests.ts [default | browser | slow | looks] [file ...]
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAll } from '../contract/suites.ts'
import { TEST_MS } from './test-ms.ts'
import { errorsOutside, lastLines, printFailures, type Report, readReport } from './test-report.ts'

/** Options of each part. Slow files mostly wait, so more of them run than there are processors. */
const PARTS = {
  default: { options: ['--parallel=2', '--no-isolate'], folder: [] },
  browser: {
    options: ['--parallel=2', '--no-isolate', '--path-ignore-patterns='],
    folder: ['./test/browser'],
  },
  slow: { options: ['--parallel=5', '--path-ignore-patterns='], folder: ['./test/slow'] },
  // Every state of every page in every look; `browser` sees each state in one look.
  looks: { options: ['--path-ignore-patterns='], folder: ['./test/browser/states'] },
} as const
type Part = keyof typeof PARTS
/** For the rest of the output of a runner that has ended. */
const LAST_OUTPUT_MS = 5_000

const [first, ...files] = process.argv.slice(2)
const ALL: readonly Part[] = ['default', 'browser', 'slow']
const CHOICES: readonly Part[] = [...ALL, 'looks']
const chosen = CHOICES.find((part) => part === first)
const parts = chosen === undefined ? ALL : [chosen]
const results: Result[] = []
for (const part of parts) results.push(await run(part, files))
if (first === undefined) results.push(...(await onlyInCi()))

const sum = (name: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[name], 0)
// Again at the end, because some hundred kilobytes of output are above it.
printFailures(results.flatMap(({ failures }) => failures))
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(results.every(({ ok }) => ok) ? 0 : 1)

interface Result extends Report {
  ok: boolean
}

async function run(part: Part, only: readonly string[]): Promise<Result> {
  const path = join(tmpdir(), `hearth-tests-${part}-${process.pid}.xml`)
  const tests = Bun.spawn(
    [
      process.execPath,
      'test',
      `--timeout=${TEST_MS}`,
      '--reporter=junit',
      `--reporter-outfile=${path}`,
      ...PARTS[part].options,
      ...(only.length > 0 ? only : PARTS[part].folder),
    ],
    {
      // The runner writes its results to the standard error.
      stdio: ['ignore', 'inherit', 'pipe'],
      env: {
        ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}),
        ...process.env,
        ...(part === 'looks' ? { EVERY_LOOK: '1' } : {}),
      },
    },
  )
  const read = passOn(tests.stderr)
  const code = await tests.exited
  // A process that a test left behind can keep the stream open.
  const output = await Promise.race([read.all, Bun.sleep(LAST_OUTPUT_MS).then(() => read.soFar())])
  const file = Bun.file(path)
  const report = readReport((await file.exists()) ? await file.text() : '')
  if (await file.exists()) await file.delete()
  const failures = [...report.failures, ...errorsOutside(output)]
  const { passed, skipped } = report
  // A run without a single test is a failure.
  const ok = code === 0 && passed + skipped > 0
  if (!ok && failures.length === 0)
    failures.push({ file: part, name: `ended with ${code}`, message: lastLines(output) })
  return { passed, failed: Math.max(report.failed, failures.length), skipped, failures, ok }
}

/** Prints what a child prints, at once, and keeps it. */
function passOn(stream: ReadableStream<Uint8Array>) {
  const chunks: Uint8Array[] = []
  const soFar = () => Buffer.concat(chunks).toString()
  const all = (async () => {
    for await (const chunk of stream) {
      chunks.push(chunk)
      await new Promise((done) => process.stderr.write(chunk, done))
    }
    return soFar()
  })()
  return { all, soFar }
}

/** What takes minutes, or installs some hundred megabytes of tools. */
async function onlyInCi(): Promise<Result[]> {
  if (/^(?:1|true)$/i.test(process.env['CI'] ?? '')) {
    const looks = await run('looks', [])
    // The default suite has run them in process, and some minutes more would say little more.
    const contract = await runAll(undefined, { onWorkerNodes: false })
    console.log('tests of the surfaces on worker nodes: not run; npm run test:contract does')
    return [looks, { ...contract, skipped: 0, ok: contract.failed === 0 }]
  }
  console.log('contract: not run; CI=true or npm run test:contract does')
  console.log('every look: not run; CI=true or npm run test:looks does')
  return []
}
