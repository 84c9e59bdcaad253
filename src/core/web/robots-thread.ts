import { deadline } from '../../platform/deadline.ts'
import { WorkerThread } from '../../platform/worker-thread.ts'
import { type RulesQuestion, rulesAllow } from './robots-rules.ts'

/** How long rules may take to decide; those that take longer are taken for a refusal. See Limits. */
export const ROBOTS_WORK_MS = 5_000
/** Rules up to this length are read in the main thread: a worker takes longer to start. */
const MAX_INLINE_CHARACTERS = 64 * 1024
/** Each character of a pattern may be compared with each one of the address: a few milliseconds. */
const MAX_INLINE_STEPS = 4_000_000

/** Whether the rules of a site let programs read an address; what takes long gets a worker of its own. */
export async function rulesAllowInTime(
  question: RulesQuestion,
  signal: AbortSignal,
): Promise<boolean> {
  const { text, url } = question
  if (text.length <= MAX_INLINE_CHARACTERS && text.length * url.length <= MAX_INLINE_STEPS)
    return rulesAllow(question)
  const thread = new WorkerThread<RulesQuestion, boolean>(
    new URL('./robots-worker.ts', import.meta.url),
  )
  try {
    return await deadline(thread.ask(question), ROBOTS_WORK_MS, { signal, onTimeout: () => false })
  } finally {
    thread.end()
  }
}
