import { hostname } from 'node:os'
import { parseCommand } from './command-line.ts'
import { Credentials, credentialsPath } from './credentials.ts'
import { ClientFailure, Interrupted, UsageFailure } from './failure.ts'
import { run } from './run.ts'
import { Terminal } from './terminal.ts'

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

async function main(): Promise<number> {
  const terminal = new Terminal({ out: process.stdout, err: process.stderr })
  const stop = new AbortController()
  process.on('SIGINT', () => {
    // A second Ctrl-C exits at once.
    if (stop.signal.aborted) process.exit(EXIT.interrupted)
    stop.abort()
  })
  // The reader may close the pipe early: `hearth chat … | head`.
  process.stdout.on('error', () => process.exit(EXIT.done))
  try {
    await run(parseCommand(process.argv.slice(2)), {
      terminal,
      credentials: new Credentials({
        path: credentialsPath(process.env),
        note: (text) => terminal.note(text),
      }),
      signal: stop.signal,
      now: Date.now,
      input: process.stdin,
      env: process.env,
      hostname: hostname(),
    })
    return EXIT.done
  } catch (error) {
    if (!(error instanceof ClientFailure)) throw error
    terminal.note(`hearth: ${error.message}`)
    if (error instanceof UsageFailure) terminal.note('hearth help lists the commands')
    if (error instanceof Interrupted) return EXIT.interrupted
    return error instanceof UsageFailure ? EXIT.usage : EXIT.failed
  }
}

// Not awaited at the top, which a file that is also a script may not do.
void main().then((code) => {
  process.exitCode = code
})
