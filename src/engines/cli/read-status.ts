import { deadline } from '../../platform/deadline.ts'
import type { ProcessGroup } from '../../platform/subprocess.ts'
import { EngineFailure } from '../contract/failure.ts'

const TIMEOUT_MS = 30_000
const MAX_CHARACTERS = 64 * 1024

/**
 * Reads the output of a tool's status command and checks it. The caller ends the process group.
 *
 * @throws {EngineFailure} of the check, or `timeout` after 30 s
 */
export async function readStatus(
  child: ProcessGroup,
  check: (stdout: string, stderr: string, exitCode: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const output = Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  const [stdout, stderr, exitCode] = await deadline(output, TIMEOUT_MS, {
    signal,
    onTimeout: () => {
      throw new EngineFailure('timeout', 'The tool did not say whether it is signed in')
    },
  })
  check(stdout, stderr, exitCode)
}

async function textOf(output: AsyncIterable<readonly string[]>): Promise<string> {
  let text = ''
  for await (const lines of output) {
    if (text.length < MAX_CHARACTERS) text += `${lines.join('\n')}\n`
  }
  return text.slice(0, MAX_CHARACTERS)
}
