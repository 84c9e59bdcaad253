import { resolve } from 'node:path'
import { EXIT, type Output } from './command.ts'
import { run } from './run.ts'

const CLEAN_UP_MS = 1_000

async function main(): Promise<number> {
  const stop = new AbortController()
  process.on('SIGINT', () => {
    // A second Ctrl-C exits at once.
    if (stop.signal.aborted) process.exit(EXIT.interrupted)
    stop.abort()
  })
  // The reader may close the pipe early: `npm run doctor | head`.
  process.stdout.on('error', () => process.exit(EXIT.done))
  return run(process.argv.slice(2), {
    env: process.env,
    // npm and .setup/hearth.mjs run this in the clone, and say where the command was typed.
    pathOf: (name) => resolve(process.env['INIT_CWD'] ?? process.cwd(), name),
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    signal: stop.signal,
    now: Date.now,
  })
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true && process.env['NO_COLOR'] === undefined,
  }
}

process.exitCode = await main()
// What was given up may still hold the process: it has so long to clean up.
setTimeout(() => process.exit(), CLEAN_UP_MS).unref()
