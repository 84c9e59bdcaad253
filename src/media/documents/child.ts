// The process that reads documents, one at a time; `document-process.ts` starts and ends it.
import { setPriority } from 'node:os'
import type { ReasonFacts } from '../../platform/errors.ts'
import { LOW_PRIORITY } from '../../platform/thread-time.ts'
import type { DocumentRequest, ExtractedDocument } from '../contract-documents.ts'
import { DocumentError, damaged, ReaderFailure } from './document-error.ts'
import { readDocument } from './read-document.ts'

const MICROSECONDS = 1e6

/** A message of the child: `ready` once, then one for each document. */
export type ChildMessage =
  | 'ready'
  | {
      outcome:
        | { document: ExtractedDocument }
        | { message: string; facts: ReasonFacts; isExpected: boolean }
        /** Nothing is wrong with the document. */
        | { failure: string }
      /** What it has used since its start. */
      cpuSeconds: number
      memoryBytes: number
    }

process.on('message', (request: DocumentRequest) => void answer(request))
// The service has ended.
process.on('disconnect', () => process.exit())
try {
  setPriority(LOW_PRIORITY)
} catch {
  // Not allowed here, so it has the priority of the service.
}
send('ready')

async function answer(request: DocumentRequest): Promise<void> {
  const outcome = await read(request)
  const { user, system } = process.cpuUsage()
  send({
    outcome,
    cpuSeconds: (user + system) / MICROSECONDS,
    memoryBytes: process.memoryUsage.rss(),
  })
}

async function read(request: DocumentRequest) {
  try {
    return { document: await readDocument(request) }
  } catch (error) {
    if (error instanceof DocumentError) return refused(error, true)
    if (error instanceof ReaderFailure) return { failure: error.message }
    // A parser that stumbles may leave anything behind, so this process is not used again.
    return refused(damaged(), false)
  }
}

function refused({ message, facts }: DocumentError, isExpected: boolean) {
  return { message, facts, isExpected }
}

function send(message: ChildMessage): void {
  process.send?.(message)
}
