// Runs the tests and ends with one plain line of the counts, whatever the runner prints.
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const report = join(tmpdir(), `hearth-tests-${process.pid}.xml`)
const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
const code = await tests.exited
const file = Bun.file(report)
const head = (await file.exists()) ? (/<testsuites [^>]*>/.exec(await file.text())?.[0] ?? '') : ''
if (await file.exists()) await file.delete()

const total = count('tests')
const failed = count('failures')
const skipped = count('skipped')
const tail = skipped > 0 ? `, ${skipped} skipped` : ''
console.log(`${total - failed - skipped} passed, ${failed} failed${tail}`)
process.exit(total === 0 && code === 0 ? 1 : code)

function count(name: string): number {
  return Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
}
