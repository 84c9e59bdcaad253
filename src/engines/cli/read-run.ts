import type { GroupProcess } from '../../platform/subprocess.ts'
import type { EngineEvent } from '../contract/text.ts'
import type { DialectReader } from './dialect.ts'
import { Interrupt } from './interrupt.ts'

/** How long a tool may take to leave by itself once its answer is whole. */
const LINGER_MS = 250

/**
 * Reads one run of a tool to its end, one batch for each read of its stdout. A `finish` from the
 * reader ends it before the process does. The caller ends the process group.
 *
 * @throws {EngineFailure} also an early verdict, while the process still runs
 * @throws The signal's reason
 */
export async function* readRun(
  child: GroupProcess,
  reader: DialectReader,
  signal: AbortSignal,
): AsyncGenerator<readonly EngineEvent[]> {
  const interrupt = new Interrupt()
  using _following = interrupt.follow(signal)
  const errorsRead = readErrors(child, reader, interrupt)
  const output = child.stdout[Symbol.asyncIterator]()
  for (;;) {
    const next = await interrupt.wait(output.next())
    if (next.done) break
    const batch = readLines(next.value, reader)
    if (batch.length > 0) yield batch
    if (batch.at(-1)?.type === 'finish') {
      await child.exitedWithin(LINGER_MS)
      return
    }
  }
  const exitCode = await interrupt.wait(child.exited)
  await interrupt.wait(errorsRead)
  const rest = reader.end(exitCode)
  if (rest.length > 0) yield rest
}

function readLines(lines: readonly string[], reader: DialectReader): EngineEvent[] {
  const batch: EngineEvent[] = []
  for (const line of lines) {
    for (const event of reader.line(line)) {
      batch.push(event)
      if (event.type === 'finish') return batch
    }
  }
  return batch
}

async function readErrors(
  child: GroupProcess,
  reader: DialectReader,
  interrupt: Interrupt,
): Promise<void> {
  try {
    for await (const lines of child.stderr) for (const line of lines) reader.errorLine(line)
  } catch (error) {
    interrupt.fire(error)
  }
}
