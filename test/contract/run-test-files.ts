import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LONG_TEST_MS } from '../support/test-ms.ts'
import { type Report, readReport } from '../support/test-report.ts'

interface Options {
  env: Readonly<Record<string, string>>
  /** Whether what the tests say is printed, such as why one is skipped. */
  isHeard?: boolean
}

/** Runs files of tests as a process of their own. A file that does not load is a failure. */
export async function runTestFiles(
  files: readonly string[],
  { env, isHeard = false }: Options,
): Promise<Report> {
  const path = join(tmpdir(), `hearth-contract-${crypto.randomUUID()}.xml`)
  const tests = Bun.spawn(
    [
      ...[process.execPath, 'test', `--timeout=${LONG_TEST_MS}`, '--parallel=2', '--no-isolate'],
      ...['--path-ignore-patterns=', '--reporter=junit', `--reporter-outfile=${path}`, ...files],
    ],
    {
      stdio: ['ignore', isHeard ? 'inherit' : 'ignore', 'ignore'],
      env: { ...process.env, ...env },
    },
  )
  const code = await tests.exited
  const file = Bun.file(path)
  const report = readReport((await file.exists()) ? await file.text() : '')
  if (await file.exists()) await file.delete()
  // A file that does not load is in no report.
  if (code === 0 || report.failures.length > 0) return report
  const failure = { file: files.join(' '), name: `ended with ${code}`, message: '' }
  return { ...report, failed: 1, failures: [failure] }
}
