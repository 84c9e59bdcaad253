// Runs the tests and ends with one plain line of the counts, whatever the runner prints.
// usage: run-tests.ts [default | browser | slow | looks] [file ...]
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAll } from '../contract/suites.ts'
import { TEST_MS } from './test-ms.ts'

/** Options of each part. Slow files mostly wait, so more of them run than there are processors. */
const PARTS = {
  default: { options: ['--parallel=2', '--no-isolate'], folder: [] },
  browser: {
    options: ['--parallel=2', '--no-isolate', '--path-ignore-patterns='],
    folder: ['./test/browser'],
  },
  slow: { options: ['--parallel=5', '--path-ignore-patterns='], folder: ['./test/slow'] },
  // Every state of every page in every look; `browser` sees each state in one look.
  looks: {
    options: ['--path-ignore-patterns=', '--test-name-pattern=(every|each) state'],
    folder: [
      './test/browser/admin-state-table.test.ts',
      './test/browser/admin-states.test.ts',
      './test/browser/app-chat-states.test.ts',
      './test/browser/app-speech-states.test.ts',
      './test/browser/app-states.test.ts',
      './test/browser/app-worker-states.test.ts',
    ],
  },
} as const
type Part = keyof typeof PARTS

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
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(results.every(({ ok }) => ok) ? 0 : 1)

interface Result {
  passed: number
  failed: number
  skipped: number
  ok: boolean
}

async function run(part: Part, only: readonly string[]): Promise<Result> {
  const report = join(tmpdir(), `hearth-tests-${part}-${process.pid}.xml`)
  const tests = Bun.spawn(
    [
      process.execPath,
      'test',
      `--timeout=${TEST_MS}`,
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...PARTS[part].options,
      ...(only.length > 0 ? only : PARTS[part].folder),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(part === 'looks' ? { EVERY_LOOK: '1' } : {}) },
    },
  )
  const code = await tests.exited
  const file = Bun.file(report)
  const head = (await file.exists())
    ? (/<testsuites [^>]*>/.exec(await file.text())?.[0] ?? '')
    : ''
  if (await file.exists()) await file.delete()
  const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const [total, failed, skipped] = [count('tests'), count('failures'), count('skipped')]
  // A run without a single test is a failure.
  return { passed: total - failed - skipped, failed, skipped, ok: code === 0 && total > 0 }
}

/** What takes minutes, or installs some hundred megabytes of tools. */
async function onlyInCi(): Promise<Result[]> {
  if (/^(?:1|true)$/i.test(process.env['CI'] ?? '')) {
    const looks = await run('looks', [])
    const { passed, failed } = await runAll()
    return [looks, { passed, failed, skipped: 0, ok: failed === 0 }]
  }
  console.log('contract: not run; CI=true or npm run test:contract does')
  console.log('every look: not run; CI=true or npm run test:looks does')
  return []
}
