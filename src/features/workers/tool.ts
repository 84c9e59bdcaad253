import type { Static, TSchema } from '@sinclair/typebox'
import type { SeenAddresses } from '../../core/tools/seen-addresses.ts'
import type {
  QuotedPassage,
  ToolContext as ServiceToolContext,
  Tool,
} from '../../core/tools/tool.ts'
import { callTool } from '../../core/tools/tools.ts'
import type { WebSearch } from '../../media/contract-web.ts'
import type { Sandbox } from '../../sandbox/contract.ts'
import type { FetchedPage } from '../web-pages/tools.ts'
import type { JobFolder } from './job-folders.ts'
import type { WorkerArtifact, WorkerInputFile } from './pieces.ts'
import type { WorkerToolName } from './worker-profile.ts'

/** Reads one page. @throws {AppError} */
export type FetchPage = (url: string, signal: AbortSignal) => Promise<FetchedPage>

/** Sees that enough of the disk stays free. @throws {AppError} `storage_full` */
export type RequireRoom = (bytes: number) => Promise<void>

/**
 * Decodes a picture and encodes it anew as a JPEG that models get.
 *
 * @param path On the host
 * @throws {AppError} `invalid` for a picture that cannot be decoded
 */
export type ReadPicture = (
  path: string,
  name: string,
  signal: AbortSignal,
) => Promise<{ picture: Uint8Array; notes: readonly string[] }>

/** What tools work with, in one job. */
export interface ToolContext extends ServiceToolContext {
  folder: JobFolder
  files: readonly WorkerInputFile[]
  /** Those that were written so far. */
  artifacts: readonly WorkerArtifact[]
  addresses: SeenAddresses
  /** Whether the model reads pictures. */
  sees: boolean
  /** Bytes of each picture of /work that was shown so far. */
  shownPictures: readonly number[]
  signal: AbortSignal
  /** What is left of the job's time. */
  leftMs: number
  /** A file of the host for the whole output; it is not there yet. */
  logPath: string
  /** @throws {AppError} `storage_full` when so many bytes would leave too little of the disk */
  requireRoom: RequireRoom
  sandbox: Sandbox
  fetchPage: FetchPage
  readPicture: ReadPicture
  /** Undefined where no search is set up. */
  search: WebSearch | undefined
}

/** What a tool has given. */
export interface ToolOutcome {
  /** All that it has to say; it is cut for the model. */
  text: string
  /** JPEG. */
  pictures?: readonly Uint8Array[]
  /** Size of the file of /work that the picture was made of. */
  shownPictureBytes?: number
  /** Whether a command has said that it failed. */
  hasFailed?: boolean
  addresses?: readonly string[]
  passages?: readonly QuotedPassage[]
  artifact?: WorkerArtifact
  /** The answer of the job, which ends it. */
  answer?: string
  /** Whether the whole output is in its log already. */
  isLogged?: boolean
}

/** One thing that a worker can do. */
export interface WorkerTool {
  name: WorkerToolName
  description: string
  parameters: TSchema
  /** What the model is told at the beginning about its results. */
  guidance?: string | undefined
  /** One line for the owner. @param values As {@link parameters} has them */
  label(values: unknown): string
  /** @throws {ToolError} for what the model can mend; {AppError} is told to it as well */
  run(values: unknown, context: ToolContext): Promise<ToolOutcome>
}

/** Declares a tool by the type of its arguments, which are checked before it runs. */
export function defineTool<parameters extends TSchema>(tool: {
  name: WorkerToolName
  description: string
  parameters: parameters
  label: (values: Static<parameters>) => string
  run: (values: Static<parameters>, context: ToolContext) => Promise<ToolOutcome>
}): WorkerTool {
  return {
    ...tool,
    label: (values) => tool.label(values as Static<parameters>),
    run: (values, context) => tool.run(values as Static<parameters>, context),
  }
}

/** Calls a tool of the registry in a job, and gives the model its text. */
export async function workerOutcome(
  tool: Tool<ToolContext>,
  values: unknown,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { outcome, text } = await callTool(tool, values, context)
  const { addresses, passages, hasFailed } = outcome
  return {
    text,
    ...(addresses === undefined ? {} : { addresses }),
    ...(passages === undefined ? {} : { passages }),
    ...(hasFailed === undefined ? {} : { hasFailed }),
  }
}
