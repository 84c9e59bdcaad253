import type { GroupProcess } from '../../platform/subprocess.ts'
import { EngineFailure } from '../contract/failure.ts'
import { Interrupt } from './interrupt.ts'

const PROBE_MS = 30_000
const MAX_CHARACTERS = 64 * 1024

/**
 * Lets a tool say whether its account is signed in, and judges what it said. The caller ends the
 * process group.
 *
 * @throws {EngineFailure} the judge's, or `timeout` after 30 s
 */
export async function freeProbe(
  child: GroupProcess,
  judge: (stdout: string, stderr: string, exitCode: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const interrupt = new Interrupt()
  using _following = interrupt.follow(signal)
  const timer = setTimeout(
    () =>
      interrupt.fire(new EngineFailure('timeout', 'The tool did not say whether it is signed in')),
    PROBE_MS,
  )
  try {
    const texts = Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
    judge(...(await interrupt.wait(texts)))
  } finally {
    clearTimeout(timer)
  }
}

async function textOf(output: AsyncIterable<readonly string[]>): Promise<string> {
  let text = ''
  for await (const lines of output) {
    if (text.length < MAX_CHARACTERS) text += `${lines.join('\n')}\n`
  }
  return text.slice(0, MAX_CHARACTERS)
}
