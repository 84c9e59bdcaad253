import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Terminal } from '@xterm/headless'
import type { Credential } from '../../src/client/credentials.ts'
import { Changes } from './changes.ts'
import { tempFolder } from './process.ts'

const ROWS = 24

/** Runs a command in a terminal whose screen is drawn as a terminal program draws it. */
function startScreen(command: readonly string[], env: Record<string, string>, cols: number) {
  const terminal = new Terminal({ cols, rows: ROWS, allowProposedApi: true })
  const changes = new Changes()
  const child = Bun.spawn([...command], {
    // What another program with this terminal says of itself.
    env: { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode', ...env },
    terminal: { cols, rows: ROWS, data: (_, bytes) => terminal.write(bytes, changes.notify) },
  })
  /** The lines that were drawn, without the rows below the last; a wrapped line is one. */
  const lines = () => {
    const { active } = terminal.buffer
    const all: string[] = []
    for (let row = 0; row < active.length; row += 1) {
      const line = active.getLine(row)
      const start = line?.isWrapped ? (all.pop() ?? '') : ''
      all.push(start + (line?.translateToString(true) ?? ''))
    }
    const trimmed = all.map((line) => line.trimEnd())
    while (trimmed.at(-1) === '') trimmed.pop()
    return trimmed
  }
  return {
    lines,
    exited: child.exited,
    type: (text: string) => child.terminal?.write(text),
    /** @returns When the program has drawn something after it */
    resize(columns: number): Promise<void> {
      let isDrawn = false
      const drawn = changes.until(() => isDrawn)
      isDrawn = true
      terminal.resize(columns, ROWS)
      child.terminal?.resize(columns, ROWS)
      return drawn
    },
    /** Resolves when the condition holds for the lines; it is checked at every change. */
    until: (condition: (lines: readonly string[]) => boolean) =>
      changes.until(() => condition(lines())),
    [Symbol.dispose]: () => {
      child.kill('SIGKILL')
      terminal.dispose()
    },
  }
}

/** The command in a clone. */
const CLONE = [process.execPath, '--no-env-file', join(import.meta.dir, '../../src/client/main.ts')]

/**
 * A machine with the command `hearth`: a home folder of its own, and no screen.
 *
 * @param program Runs the command; by default Bun in a clone
 */
export function startMachine(env: Record<string, string> = {}, program: readonly string[] = CLONE) {
  const folder = tempFolder()
  const path = join(folder.path, '.config/hearth/credentials.json')
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.path, ...env }
  const start = (args: readonly string[], input = '') =>
    startCommand([...program, ...args], input, environment)
  return {
    home: folder.path,
    /** Path of its credentials file. */
    path,
    start,
    /** In a terminal with a screen. */
    onScreen: (args: readonly string[], cols: number) =>
      startScreen([...program, ...args], environment, cols),
    atTerminal: (args: readonly string[]) => startAtTerminal([...program, ...args], environment),
    /** Runs a command to its end. */
    run: (args: readonly string[], input?: string) => start(args, input).ended,
    /** The stored credential of a service. */
    credential: (url: string): Credential | undefined =>
      existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).services[url] : undefined,
    /** Mode of the file, as in `0600`. */
    mode: () => (statSync(path).mode & 0o7777).toString(8),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
export type Machine = ReturnType<typeof startMachine>

/** A running command. */
function startCommand(command: readonly string[], input: string, env: Record<string, string>) {
  const child = Bun.spawn([...command], { env, stdio: [new Blob([input]), 'pipe', 'pipe'] })
  const out = collect(child.stdout)
  const err = collect(child.stderr)
  const all = Promise.all([child.exited, out.end, err.end])
  const ended = all.then(([code, stdout, stderr]) => ({ code, stdout, stderr }))
  return {
    pid: child.pid,
    ended,
    /** Resolves with the next match on stdout; rejects when the command ends without one. */
    untilStdout: out.until,
    /** The same for stderr. */
    untilStderr: err.until,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }
}
export type RunningCommand = ReturnType<typeof startCommand>

/** The same in a terminal, with input. */
function startAtTerminal(command: readonly string[], env: Record<string, string>) {
  const shown = transcript()
  const child = Bun.spawn([...command], {
    env: { TERM: 'xterm', ...env },
    terminal: { cols: 100, rows: 30, data: (_, bytes) => shown.add(bytes) },
  })
  const exited = child.exited.then((code) => {
    shown.finish()
    return code
  })
  return {
    exited,
    output: shown.text,
    /** Resolves with the first match in the output after the previous match. */
    untilShown: shown.until,
    type: (text: string) => child.terminal?.write(text),
  }
}

function collect(stream: ReadableStream<Uint8Array>) {
  const { add, finish, until } = transcript()
  const end = (async () => {
    for await (const bytes of stream) add(bytes)
    return finish()
  })()
  return { end, until }
}

/** The output so far, and a way to wait for text. */
function transcript() {
  const decoder = new TextDecoder()
  let text = ''
  let seen = 0
  let done = false
  const changes = new Changes()
  return {
    text: () => text,
    add(bytes: Uint8Array) {
      text += decoder.decode(bytes, { stream: true })
      changes.notify()
    },
    finish() {
      done = true
      changes.notify()
      return text
    },
    async until(pattern: RegExp): Promise<string> {
      await changes.until(() => done || pattern.test(text.slice(seen)))
      const found = pattern.exec(text.slice(seen))
      if (found === null) throw new Error(`Ended without ${pattern}: ${text}`)
      seen += found.index + found[0].length
      return found[1] ?? found[0]
    },
  }
}
