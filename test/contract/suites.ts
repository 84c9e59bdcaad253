import { runAssistants } from './assistant-suite.ts'
import { runDeployment } from './deployment/suite.ts'
import { runModelFiles } from './gguf/suite.ts'
import { runLlmprobe } from './llmprobe.ts'
import { runRecognisers } from './recogniser/suite.ts'
import { type ContractResult, runContract } from './suite.ts'
import { runSwift } from './swift/suite.ts'
import { runWorkerNodes } from './worker-nodes/suite.ts'

const NONE: ContractResult = { passed: 0, failed: 0, failures: [] }

/**
 * Runs the suites with real tools: the engines' tools, the code assistants, llmprobe, whisper.cpp, llama.cpp, Swift,
 * two worker nodes, then systemd and a container.
 *
 * @param chosen Their names; by default all
 * @param options.onWorkerNodes Whether the tests of the surfaces run again, on worker nodes; by default they do
 */
export async function runAll(
  chosen?: readonly string[],
  { onWorkerNodes = true } = {},
): Promise<ContractResult> {
  const below = await runContract(chosen)
  const above = await runAssistants(chosen)
  const judged = await runLlmprobe(chosen)
  const heard = await runRecognisers(chosen)
  const written = await runModelFiles(chosen)
  const stored = await runSwift(chosen)
  const shared = onWorkerNodes ? await runWorkerNodes(chosen) : NONE
  const deployed = await runDeployment(chosen)
  const results = [below, above, judged, heard, written, stored, shared, deployed]
  const sum = (name: 'passed' | 'failed') =>
    results.reduce((total, result) => total + result[name], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    failures: results.flatMap(({ failures }) => failures),
  }
}
