import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files of tests by their names, and what is printed about each once more. */
const FILES = {
  'fails.test.ts': `import { expect, test } from 'bun:test'
test('passes', () => {})
test.skip('is skipped', () => {})
test('compares <a> & "b"', () => { expect(['one']).toEqual([]) })`,
  'late.test.ts': `import { afterAll, test } from 'bun:test'
test('ends too early', () => { setTimeout(() => { throw new Error('between tests') }, 1) })
afterAll(() => new Promise((done) => { setTimeout(done, 50) }))`,
  'unloaded.test.ts': `import './nothing.ts'`,
} as const

test('run.ts prints all failures, then the counts alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-report-'))
  try {
    const paths = Object.keys(FILES).map((name) => join(folder, name))
    for (const [name, text] of Object.entries(FILES)) await Bun.write(join(folder, name), text)
    const script = join(import.meta.dir, '../run.ts')
    const command = [process.execPath, script, ...paths]
    const run = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder })
    const [code, out] = await Promise.all([run.exited, run.stdout.text()])
    expect(code).toBe(1)
    const again = out.slice(out.indexOf('Failed (3):'))
    expect(again).toMatch(/✗ .*fails\.test\.ts: compares <a> & "b"\n.*toEqual\(expected\)/)
    expect(again).toMatch(/\+ +"one",\n[^✗]* at .*fails\.test\.ts:4:/)
    expect(again).toMatch(/✗ .*late\.test\.ts: \(between tests\)\n[^✗]*error: between tests/)
    expect(again).toMatch(/✗ .*unloaded\.test\.ts: \(between tests\)\n.*Cannot find module/)
    expect(out.trimEnd().split('\n').slice(-2)).toEqual(['1 skipped', '2 passed, 3 failed'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
