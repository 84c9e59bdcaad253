import { abortable } from '../../platform/abortable.ts'
import { LineTooLongError } from '../../platform/line-reader.ts'
import type { ProcessGroup } from '../../platform/subprocess.ts'
import { AnswerSize, answerTooLong } from '../contract/answer-size.ts'
import type { EngineEvent } from '../contract/text.ts'
import type { DialectReader } from './dialect.ts'

/** How long a tool may take to exit by itself once its answer is complete. */
const LINGER_MS = 250

/**
 * Reads one run of a tool to its end, one batch for each read of its stdout. A `finish` from the
 * reader ends the run, also when the process still runs. The caller ends the process group.
 *
 * @throws {EngineFailure} also while the process still runs
 * @throws The signal's reason
 */
export async function* readRun(
  child: ProcessGroup,
  reader: DialectReader,
  signal: AbortSignal,
): AsyncGenerator<readonly EngineEvent[]> {
  const earlyVerdict = new AbortController()
  const errorsRead = readErrors(child, reader, earlyVerdict)
  const stop = AbortSignal.any([signal, earlyVerdict.signal])
  const output = child.stdout[Symbol.asyncIterator]()
  // What filters hold back is counted too.
  const size = new AnswerSize()
  for (;;) {
    const next = await abortable(nextLines(output), stop)
    if (next.done) break
    const batch = readLines(next.value, reader)
    size.add(batch)
    if (batch.length > 0) yield batch
    if (batch.at(-1)?.type === 'finish') {
      await child.exitedWithin(LINGER_MS)
      return
    }
  }
  const exitCode = await abortable(child.exited, stop)
  await abortable(errorsRead, stop)
  const rest = reader.end(exitCode)
  if (rest.length > 0) yield rest
}

async function nextLines(output: AsyncIterator<readonly string[]>) {
  try {
    return await output.next()
  } catch (cause) {
    throw cause instanceof LineTooLongError ? answerTooLong({ cause }) : cause
  }
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
  child: ProcessGroup,
  reader: DialectReader,
  earlyVerdict: AbortController,
): Promise<void> {
  try {
    for await (const lines of child.stderr) for (const line of lines) reader.errorLine(line)
  } catch (error) {
    earlyVerdict.abort(error)
  }
}
