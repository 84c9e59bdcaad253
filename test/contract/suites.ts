import { runAssistants } from './assistant-suite.ts'
import { runDeployment } from './deployment/suite.ts'
import { runModelFiles } from './gguf/suite.ts'
import { runLlmprobe } from './llmprobe.ts'
import { runMcp } from './mcp/suite.ts'
import { runRecognisers } from './recogniser/suite.ts'
import { type ContractResult, runContract } from './suite.ts'
import { runSwift } from './swift/suite.ts'
import { runWorkerNodes } from './worker-nodes/suite.ts'

/** What runs with real tools, the longest first; each takes the names of some of its cases. */
export const SUITES: Readonly<
  Record<string, (chosen?: readonly string[]) => Promise<ContractResult>>
> = {
  assistants: runAssistants,
  deployment: runDeployment,
  mcp: runMcp,
  'model-files': runModelFiles,
  'worker-nodes': runWorkerNodes,
  transcription: runRecognisers,
  tools: runContract,
  llmprobe: runLlmprobe,
  swift: runSwift,
}
