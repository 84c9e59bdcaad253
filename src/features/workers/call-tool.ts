import { rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parsedArguments, resultPart, shortLine } from '../../core/tools/step.ts'
import { ToolError } from '../../core/tools/tool.ts'
import { firstError, matches } from '../../platform/check.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import { firstCharacters, plainText } from '../../platform/subprocess.ts'
import type { ToolCall, ToolResult, WorkerStep } from './pieces.ts'
import type { ToolContext, ToolOutcome, WorkerTool } from './tool.ts'
import { MAX_LOG_BYTES } from './tools/run.ts'

interface CallOptions {
  tools: readonly WorkerTool[]
  context: ToolContext
  /** Code points of the result that the model gets. */
  maxCharacters: number
  /** Begins the names of what is kept of the call in the folder of the steps. */
  prefix: string
  /** UTC milliseconds. */
  now: () => number
  /** Called with a line for the owner before the tool runs. */
  onStart?: (label: string) => void
}

/** The model can still end its work with what it has. */
const FULL =
  'There is no room left on the disk of the service. Nothing of this was kept: make it smaller, or finish and say what is missing'

/** A call that was made, with the answer of the job where it has ended it. */
interface MadeCall {
  result: ToolResult
  answer: string | undefined
}

/**
 * Makes one call. What the model has done wrong, and what a tool has failed with, is told to it.
 *
 * @throws The signal's reason; {AppError} `not_installed` where the sandbox is gone; anything unexpected
 */
export async function callTool(call: ToolCall, options: CallOptions): Promise<MadeCall> {
  const { tools, context, maxCharacters, now, onStart } = options
  const at = now()
  const since = performance.now()
  const tool = tools.find(({ name }) => name === call.name)
  const values = parsedArguments(call)
  const label =
    tool !== undefined && matches(tool.parameters, values) ? tool.label(values) : call.name
  onStart?.(shortLine(label))
  await rm(context.logPath, { force: true })
  const { outcome, isFailure, pictures } = await outcomeOf(tool, call, values, options)
  const output = await storedOutput(outcome, context.logPath)
  const {
    addresses,
    passages,
    artifact,
    answer,
    text,
    hasFailed = false,
    shownPictureBytes,
  } = outcome
  return {
    answer,
    result: {
      callId: call.id,
      content: resultPart(call.name, cut(text, maxCharacters)),
      pictures,
      ...(shownPictureBytes === undefined ? {} : { shownPictureBytes }),
      step: {
        at,
        tool: shortLine(call.name),
        text: shortLine(isFailure ? `${label}: ${text}` : label),
        ms: Math.round(performance.now() - since),
        ok: !isFailure && !hasFailed,
        ...(output === undefined ? {} : { output }),
      },
      ...(addresses === undefined ? {} : { addresses: [...addresses] }),
      ...(passages === undefined
        ? {}
        : {
            passages: passages.map(({ number, title, place, url }) => ({
              number,
              title,
              place,
              url,
            })),
          }),
      ...(artifact === undefined ? {} : { artifact }),
    },
  }
}

async function outcomeOf(
  tool: WorkerTool | undefined,
  call: ToolCall,
  values: unknown,
  { tools, context, prefix }: CallOptions,
): Promise<{ outcome: ToolOutcome; isFailure: boolean; pictures: string[] }> {
  try {
    if (tool === undefined) throw unknownTool(call.name, tools)
    if (!matches(tool.parameters, values)) throw wrongArguments(tool, values)
    const outcome = await tool.run(values, context)
    const pictures = await storedPictures(outcome, prefix, context)
    return { outcome, isFailure: false, pictures }
  } catch (error) {
    context.signal.throwIfAborted()
    const text = modelErrorText(error)
    if (text === undefined) throw error
    return { outcome: { text }, isFailure: true, pictures: [] }
  }
}

/** What the model is told of a failure; undefined where the job cannot go on. */
function modelErrorText(error: unknown): string | undefined {
  const expected = expectedError(error)
  if (expected?.code === 'storage_full') return FULL
  const isTold =
    error instanceof ToolError || (error instanceof AppError && error.code !== 'not_installed')
  return isTold ? error.message : undefined
}

/** @returns Names of the files in the folder of the steps */
async function storedPictures(
  { pictures = [] }: ToolOutcome,
  prefix: string,
  { folder }: ToolContext,
): Promise<string[]> {
  const names = pictures.map((_, index) => `${prefix}-${index + 1}.jpg`)
  for (const [index, jpeg] of pictures.entries())
    await writeFile(join(folder.steps, names[index] ?? ''), jpeg)
  return names
}

/**
 * Keeps the whole output for the owner of the job. The answer of the job is kept elsewhere.
 *
 * @returns undefined for none
 */
async function storedOutput(
  { text, answer, isLogged = false }: ToolOutcome,
  path: string,
): Promise<WorkerStep['output']> {
  if (answer !== undefined) return undefined
  try {
    if (!isLogged) await writeFile(path, Buffer.from(text).subarray(0, MAX_LOG_BYTES))
  } catch (error) {
    // Without room the job goes on, and the owner has the short text of the step.
    if (expectedError(error)?.code !== 'storage_full') throw error
    await rm(path, { force: true })
  }
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  return size === 0 ? undefined : { name: basename(path), bytes: size }
}

function unknownTool(name: string, tools: readonly WorkerTool[]): ToolError {
  const names = tools.map((tool) => tool.name).join(', ')
  return new ToolError(`There is no tool ${plainText(name.slice(0, 60))}. There are: ${names}`)
}

function wrongArguments({ name, parameters }: WorkerTool, values: unknown): ToolError {
  if (values === undefined) return new ToolError(`The arguments of ${name} are not JSON`)
  const { path, message } = firstError(parameters, values)
  return new ToolError(
    `The arguments of ${name} are wrong: ${`${path} ${message}`.trim()}. They must match ${JSON.stringify(parameters)}`,
  )
}

/** The start and the end, which has the result of most commands. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const end = Math.floor(maxCharacters / 4)
  const left = text.length - maxCharacters
  const tail = text.slice(text.length - end).toWellFormed()
  return `${firstCharacters(text, maxCharacters - end)}\n[… ${left} characters were left out here. Ask for less at a time …]\n${tail}`
}
