import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { processesWith } from '../support/live-processes.ts'
import { keyAt, localToml, requestAs, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'

/** Whether a pseudo terminal can be made, by util-linux. */
const hasScript = Bun.which('script') !== null

/**
 * Runs a command in a terminal of its own, as a person would.
 *
 * @param command For the shell
 */
function startTerminal(command: string, env: Record<string, string>, cwd: string = process.cwd()) {
  const child = Bun.spawn(
    ['script', '--quiet', '--flush', '--return', '-c', `exec ${command}`, '/dev/null'],
    {
      env: { TERM: 'xterm-256color', ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const decoder = new TextDecoder()
  let screen = ''
  let isClosed = false
  const wakes = new Set<() => void>()
  const pump = async () => {
    for await (const bytes of child.stdout) {
      screen += decoder.decode(bytes, { stream: true })
      for (const wake of wakes) wake()
    }
    isClosed = true
    for (const wake of wakes) wake()
  }
  const closed = pump()
  return {
    /** All that was written so far. */
    screen: () => screen,
    /** Resolves with the match once the screen shows it. */
    async shows(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(screen)
        if (match !== null) return match
        if (isClosed) throw new Error(`It ended without ${pattern}: ${screen}`)
        const { promise, resolve } = Promise.withResolvers<void>()
        wakes.add(resolve)
        await promise
        wakes.delete(resolve)
      }
    },
    /** Types a text; `\x03` is Ctrl-C. */
    async type(text: string): Promise<void> {
      child.stdin.write(text)
      await child.stdin.flush()
    },
    /** The exit code of the command, once all of its output is on the screen. */
    async ended(): Promise<number> {
      await closed
      return child.exited
    },
    /** Closes the terminal, as its window would. */
    close: () => child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

const ROOT = join(import.meta.dir, '../..')
/** How long an answer may go on after the first Ctrl-C. */
const GRACE_MS = 20_000
const CTRL_C = '\x03'
const NOBODY = 'http://127.0.0.1:9/v1'

async function npmStart(folder: string, toml: string, env: Record<string, string> = {}) {
  const config = join(folder, 'hearth.toml')
  await Bun.write(config, toml)
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`
  const terminal = startTerminal(
    'npm start',
    {
      ...{ PATH: path, HOME: folder, HEARTH_CONFIG: config, DATA_DIR: join(folder, 'data') },
      ...{ PORT: '0', PRIMARY_KEY },
      ...env,
    },
    ROOT,
  )
  const [, url = ''] = await terminal.shows(/Hearth is listening on (\S+)/)
  return { terminal, url }
}

/** A request whose answer has started and goes on until the test says more. */
async function openAnswer(url: string) {
  const body = { model: 'local', stream: true, messages: [{ role: 'user', content: 'Hi' }] }
  const key = await keyAt(url)
  return (await requestAs(url, key, 'POST', '/v1/chat/completions', body)).text()
}

test.skipIf(!hasScript)(
  'npm start: one Ctrl-C lets a running answer end, and says so',
  async () => {
    using folder = tempFolder()
    await using upstream = startUpstream()
    const hand = handStream()
    upstream.script(() => hand.response)
    const { terminal, url } = await npmStart(folder.path, localToml(upstream.url))
    await using _ = terminal
    const answer = openAnswer(url)
    await hand.say('Hello')
    await upstream.until(() => upstream.requests.length === 1)
    await terminal.shows(/\[1mEngines.*\r\n {2}local +.*answers/)
    await terminal.type(CTRL_C)
    await terminal.shows(/Stopping: 1 answer is being finished, .* Press Ctrl-C again/)
    while ((await fetch(`${url}/health`)).status === 200);
    await hand.say(' world')
    await hand.finish()
    expect(await answer).toEndWith('data: [DONE]\n\n')
    expect(await answer).not.toContain('"error"')
    expect(await terminal.ended()).toBe(0)
    // The log is for people here, and has the engine of the answer.
    expect(terminal.screen()).toContain(
      '\x1b[32m200\x1b[0m POST /v1/chat/completions \x1b[36mtester ',
    )
    expect(Bun.stripANSI(terminal.screen())).toMatch(/ 200 POST .* → local\/test-model \d+ ms/)
    expect(terminal.screen()).not.toContain('"level":"info"')
  },
)

test.skipIf(!hasScript)(
  'npm start: a second Ctrl-C after more than a second stops at once with 130',
  async () => {
    using folder = tempFolder()
    await using upstream = startUpstream()
    const hand = handStream()
    upstream.script(() => hand.response)
    const { terminal, url } = await npmStart(folder.path, localToml(upstream.url))
    await using _ = terminal
    const answer = openAnswer(url).catch(() => 'cut')
    await hand.say('Hello')
    await upstream.until(() => upstream.requests.length === 1)
    await terminal.type(CTRL_C)
    await terminal.shows(/Stopping: 1 answer/)
    await Bun.sleep(1_100)
    const pressed = performance.now()
    await terminal.type(CTRL_C)
    expect(await terminal.ended()).toBe(130)
    expect(performance.now() - pressed).toBeLessThan(GRACE_MS / 2)
    expect(await answer).not.toContain('[DONE]')
  },
)

test.skipIf(!hasScript)('npm start: a closed terminal stops the service in order', async () => {
  using folder = tempFolder()
  const { terminal, url } = await npmStart(folder.path, localToml(NOBODY))
  await using _ = terminal
  const listening = async () =>
    (await fetch(`${url}/health`).catch(() => undefined))?.status === 200
  expect(await listening()).toBe(true)
  terminal.close()
  while (await listening());
  // In order: a stopped service leaves one file, a killed one its log of changes beside it.
  const data = join(folder.path, 'data')
  while ((await readdir(data)).includes('hearth.sqlite-wal'));
  // Nothing of it stays, although its last lines can be written nowhere.
  while (processesWith(`DATA_DIR=${data}`).length > 0) await Bun.sleep(20)
})

test.skipIf(!hasScript)(
  'the first start prints a request that works as it stands, later starts do not',
  async () => {
    using folder = tempFolder()
    const first = await npmStart(folder.path, localToml(NOBODY), { PRIMARY_KEY: '' })
    await using _ = first.terminal
    const [, key = ''] = await first.terminal.shows(/shown only this once: (\S+)/)
    const [, request = ''] = await first.terminal.shows(/^ +(curl .*?)\r?$/m)
    const shell = Bun.spawn(['sh', '-c', `${request} -s -o /dev/null -w '%{http_code}'`], {
      env: { PATH: process.env['PATH'] ?? '', KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // Its engine does not answer, but the request is whole and the key is right.
    expect(await new Response(shell.stdout).text()).toBe('503')
    const [, page = ''] = await first.terminal.shows(/In a browser: +(\S+)/)
    const opened = await fetch(page, { headers: { accept: 'text/html' } })
    expect(await opened.text()).toContain('Primary Key')
    await first.terminal.type(CTRL_C)
    expect(await first.terminal.ended()).toBe(0)
    expect(first.terminal.screen().split(key)).toHaveLength(2)

    const second = await npmStart(folder.path, localToml(NOBODY), { PRIMARY_KEY: '' })
    await using _again = second.terminal
    await second.terminal.type(CTRL_C)
    expect(await second.terminal.ended()).toBe(0)
    expect(second.terminal.screen()).not.toMatch(/curl|shown only this once/)
  },
)
