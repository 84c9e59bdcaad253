import { expect, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tempFolder } from '../support/process.ts'

const ROOT = join(import.meta.dir, '../..')
const NODE = Bun.which('node') ?? 'node'
const RUN = 'install --frozen-lockfile --no-progress --no-summary --production --omit=peer'
const ALL = 'install --frozen-lockfile --no-progress --no-summary'

/** A checkout without packages, and an `npx` that writes down how it was called. */
function startCheckout(npx = 'echo "$@" >> "$CALLS"; mkdir -p node_modules') {
  const folder = tempFolder()
  const { path } = folder
  for (const name of ['.setup', 'package.json', 'bun.lock'])
    cpSync(join(ROOT, name), join(path, name), { recursive: true })
  const bin = join(path, 'bin')
  const calls = join(path, 'calls')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\n${npx}\n`)
  chmodSync(join(bin, 'npx'), 0o755)
  return {
    path,
    /** The arguments of the installs so far, without the version of Bun. */
    calls: () =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map((line) => line.replace(/^--yes bun@[\d.]+ /, ''))
        : [],
    async install(scope: 'run' | 'all') {
      const child = Bun.spawn([NODE, join(path, '.setup/install.mjs'), scope], {
        env: { PATH: `${bin}:${dirname(NODE)}:/usr/bin:/bin`, HOME: path, CALLS: calls },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const stderr = await new Response(child.stderr).text()
      return { code: await child.exited, stdout: await new Response(child.stdout).text(), stderr }
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('install.mjs run installs what running needs, says one sentence, and then does nothing', async () => {
  using checkout = startCheckout()
  const first = await checkout.install('run')
  expect([first.code, first.stdout]).toEqual([0, ''])
  expect(first.stderr).toMatch(/^Installing Hearth’s packages, once: about 300 MB, .*\n$/)
  expect(await checkout.install('run')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(checkout.calls()).toEqual([RUN])
})

test('install.mjs all adds what tests need, which a later run leaves in place', async () => {
  using checkout = startCheckout()
  await checkout.install('run')
  await checkout.install('all')
  await checkout.install('run')
  await checkout.install('all')
  expect(checkout.calls()).toEqual([RUN, ALL])
})

test('a changed lock file installs again, with the packages of tests where they were there', async () => {
  using checkout = startCheckout()
  await checkout.install('run')
  writeFileSync(join(checkout.path, 'bun.lock'), '{}\n')
  await checkout.install('run')
  await checkout.install('all')
  writeFileSync(join(checkout.path, 'bun.lock'), '{ }\n')
  await checkout.install('run')
  // As an earlier version has left it: everything was installed then.
  writeFileSync(join(checkout.path, 'node_modules/.hearth-lock'), '{}\n')
  await checkout.install('run')
  expect(checkout.calls()).toEqual([RUN, RUN, ALL, ALL, ALL])
})

test('packages that were installed by hand stay', async () => {
  using checkout = startCheckout()
  mkdirSync(join(checkout.path, 'node_modules/typescript'), { recursive: true })
  await checkout.install('run')
  expect(checkout.calls()).toEqual([ALL])
})

test('a failed install is one sentence that says what to do, with exit code 1', async () => {
  const cases = [
    ['npm error code ENOTFOUND', /the npm registry cannot be reached\. Connect this machine to /],
    ['error: ConnectionRefused downloading package', /the npm registry cannot be reached/],
    ['npm error code ENOSPC', /the disk is full/],
    ['error: lockfile had changes, but lockfile is frozen', /git checkout package\.json bun\.lock/],
    ['npm notice New version\nnpm error something odd', /: something odd$/],
  ] as const
  for (const [output, sentence] of cases) {
    using checkout = startCheckout(`echo '${output}' >&2; exit 1`)
    const { code, stdout, stderr } = await checkout.install('run')
    expect([code, stdout]).toEqual([1, ''])
    const [announced, failed, ...rest] = stderr.trimEnd().split('\n')
    expect([announced, rest]).toEqual([expect.stringContaining('Installing'), []])
    expect(failed).toStartWith('Cannot install Hearth’s packages: ')
    expect(failed).toMatch(sentence)
    // The next start tries again.
    expect(existsSync(join(checkout.path, 'node_modules/.hearth-lock'))).toBe(false)
  }
})

test.skipIf(process.getuid?.() !== 0 || Bun.which('setpriv') === null)(
  'a folder of another user is named with the command that gives it to this one',
  async () => {
    using checkout = startCheckout()
    chmodSync(checkout.path, 0o755)
    const child = Bun.spawn(
      [
        ...['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
        ...[NODE, join(checkout.path, '.setup/install.mjs'), 'run'],
      ],
      { env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    expect(await new Response(child.stderr).text()).toMatch(
      /^Cannot install Hearth’s packages: the user \S+ may not write to \S+, which belongs to root\. Give it to .*: sudo chown -R \S+ \S+\n$/,
    )
    expect(await child.exited).toBe(1)
  },
)
