import { runAssistants } from './assistant-suite.ts'
import { runDeployment } from './deployment/suite.ts'
import { runModelFiles } from './gguf/suite.ts'
import { runLlmprobe } from './llmprobe.ts'
import { runMcp } from './mcp/suite.ts'
import { runRecognisers } from './recogniser/suite.ts'
import { type ContractResult, runContract } from './suite.ts'
import { runSwift } from './swift/suite.ts'
import { runWorkerNodes } from './worker-nodes/suite.ts'

/** What runs with real tools; each takes the names of some of its cases. */
export const SUITES: Readonly<
  Record<string, (chosen?: readonly string[]) => Promise<ContractResult>>
> = {
  tools: runContract,
  assistants: runAssistants,
  llmprobe: runLlmprobe,
  mcp: runMcp,
  transcription: runRecognisers,
  'model-files': runModelFiles,
  swift: runSwift,
  'worker-nodes': runWorkerNodes,
  deployment: runDeployment,
}
