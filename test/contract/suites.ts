import { runAssistants } from './assistant-suite.ts'
import { type ContractResult, runContract } from './suite.ts'

/**
 * Runs the suites with real tools: the engines' tools, then the code assistants.
 *
 * @param chosen Their names; by default all
 */
export async function runAll(chosen?: readonly string[]): Promise<ContractResult> {
  const below = await runContract(chosen)
  const above = await runAssistants(chosen)
  return { passed: below.passed + above.passed, failed: below.failed + above.failed }
}
