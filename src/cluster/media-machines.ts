import { EngineFailure } from '../engines/contract/failure.ts'
import { abortable } from '../platform/abortable.ts'
import type { Cluster, EngineCall } from './contract.ts'
import { finishCall } from './finish-call.ts'
import { type MachineSlots, OWN_MACHINE } from './machine-slots.ts'

/** An engine of one machine. */
export interface MachinePart<part> {
  /** The worker node, or {@link OWN_MACHINE}. */
  node: string
  part: part
}

/**
 * Runs a piece of work on a free machine, else on the one that is free first. Where that machine is
 * lost, another one does it.
 *
 * @param parts Those that can do it, in order of preference; not empty
 * @throws {EngineFailure} of the last machine that was tried
 */
export async function onFreeMachine<part, result>(
  slots: MachineSlots,
  parts: readonly MachinePart<part>[],
  signal: AbortSignal,
  work: (one: MachinePart<part>) => Promise<result>,
): Promise<result> {
  const left = [...parts]
  for (;;) {
    const { one, slot } = await firstFree(slots, left, signal)
    using _slot = slot
    left.splice(left.indexOf(one), 1)
    try {
      return await work(one)
    } catch (error) {
      if (left.length === 0 || !isLost(one, error)) throw error
    }
  }
}

/** What an engine of this machine and one of a worker node have in common. */
interface Checked {
  checkStatus(signal: AbortSignal): Promise<void>
}

export function isOwn<own extends Checked, announced>(
  one: MachinePart<own | announced>,
): one is MachinePart<own> {
  return one.node === OWN_MACHINE
}

/**
 * Checks an engine on its first machine; the others are asked only where it fails.
 *
 * @param call The same check on a worker node
 * @throws {EngineFailure} of the first machine, where none of them can do it
 */
export async function checkMachines<own extends Checked, announced>(
  cluster: Cluster,
  parts: readonly MachinePart<own | announced>[],
  call: EngineCall,
  signal: AbortSignal,
): Promise<void> {
  let failure: unknown
  for (const one of parts) {
    try {
      if (isOwn<own, announced>(one)) return await one.part.checkStatus(signal)
      await finishCall(cluster.call(one.node, call, { runId: 'status', signal }))
      return
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

/** The first machine with a free slot; where there is none, the first that gets one. */
async function firstFree<part>(
  slots: MachineSlots,
  parts: readonly MachinePart<part>[],
  signal: AbortSignal,
): Promise<{ one: MachinePart<part>; slot: Disposable }> {
  const free = parts.find(({ node }) => slots.isFree(node))
  if (free !== undefined) return { one: free, slot: await slots.take(free.node, signal) }
  const decided = new AbortController()
  const waits = parts.map(async (one) => {
    const slot = await slots.take(one.node, AbortSignal.any([signal, decided.signal]))
    // Another machine was free at the same moment.
    if (decided.signal.aborted) slot[Symbol.dispose]()
    decided.signal.throwIfAborted()
    decided.abort()
    return { one, slot }
  })
  for (const wait of waits) wait.catch(() => undefined)
  return await abortable(Promise.any(waits), signal)
}

function isLost({ node }: MachinePart<unknown>, error: unknown): boolean {
  return node !== OWN_MACHINE && error instanceof EngineFailure && error.kind === 'unreachable'
}
