import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '../../src/core/tasks/progress.ts'
import { SeenAddresses } from '../../src/core/tools/seen-addresses.ts'
import { Tools } from '../../src/core/tools/tools.ts'
import { JobFolders } from '../../src/features/workers/job-folders.ts'
import type { WorkerPiece } from '../../src/features/workers/pieces.ts'
import type { ToolContext } from '../../src/features/workers/tool.ts'
import { WorkLogs } from '../../src/features/workers/work-log.ts'
import { WorkerLoop } from '../../src/features/workers/worker-loop.ts'
import type { WorkerProfile } from '../../src/features/workers/worker-profile.ts'
import type { AskModel, TurnInput } from '../../src/features/workers/worker-turn.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Sandbox, SandboxEnd, SandboxRequest } from '../../src/sandbox/contract.ts'
import { tempFolder } from './process.ts'
import { CALLER, testContext } from './tasks.ts'

/** A call of a tool as a model makes it. */
export type ScriptedCall = [tool: string, args: unknown]

/** The calls as a model sends them. */
export function toolCalls(calls: readonly ScriptedCall[], idOf: (index: number) => unknown) {
  return calls.map(([name, args], index) => ({
    id: `call_${idOf(index)}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }))
}

/** A sandbox that runs nothing: a test says what each command gives. */
export function fakeSandbox(
  run: (request: SandboxRequest) => Partial<SandboxEnd> | Promise<Partial<SandboxEnd>> = () => ({}),
): Sandbox & { requests: SandboxRequest[] } {
  const requests: SandboxRequest[] = []
  return {
    requests,
    state: async () => ({
      ok: true,
      isolation: { cgroup: 'none', user: 'namespace', python: undefined },
    }),
    async run(request) {
      requests.push(request)
      return { exitCode: 0, stdout: '', stderr: '', ms: 1, ...(await run(request)) }
    },
  }
}

/** A job's folder with files, and what its tools work with. */
export async function openJob({
  inputs = {},
  work = {},
  ...over
}: Partial<ToolContext> & {
  inputs?: Record<string, string | Uint8Array>
  work?: Record<string, string | Uint8Array>
} = {}) {
  const stack = new DisposableStack()
  const folders = new JobFolders(stack.use(tempFolder()).path)
  const folder = await folders.create('wrk_test')
  for (const [path, files] of [
    [folder.inputs, inputs],
    [folder.work, work],
  ] as const)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  const context: ToolContext = {
    ...{ caller: CALLER, origin: '' },
    ...{ folder, files: [], artifacts: [], addresses: new SeenAddresses(), sees: true },
    ...{ signal: new AbortController().signal, leftMs: 10_000 },
    logPath: join(folder.steps, '001-1.log'),
    requireRoom: async () => undefined,
    sandbox: fakeSandbox(),
    fetchPage: () => Promise.reject(new Error('No page was expected')),
    readPicture: () => Promise.reject(new Error('No picture was expected')),
    ...{ shownPictures: [], search: undefined },
    ...over,
  }
  return { folders, folder, context, [Symbol.dispose]: () => stack.dispose() }
}

export const PROFILE: WorkerProfile = {
  name: 'test',
  description: 'For tests',
  tools: ['list_files', 'read_file', 'search_files', 'run', 'write_artifact', 'fetch_page'],
  maxSteps: 10,
  maxSeconds: 60,
  linksPerHost: 5,
  instruction: 'Be brief.',
}

/**
 * A model that answers by a script: calls of tools, a text, or what a function makes of the turn. Its
 * last answer is repeated.
 */
export function scriptedModel(
  ...answers: (
    | ScriptedCall[]
    | string
    | ((input: TurnInput) => ScriptedCall[] | Promise<ScriptedCall[]>)
  )[]
) {
  const turns: TurnInput[] = []
  let calls = 0
  const askModel: AskModel = async (_caller, input, signal, onStart) => {
    turns.push(input)
    onStart()
    const answer = answers[Math.min(turns.length, answers.length) - 1] ?? ''
    const made = typeof answer === 'function' ? await answer(input) : answer
    signal.throwIfAborted()
    return {
      engine: 'local',
      model: 'test-model',
      text: typeof made === 'string' ? made : '',
      extra: typeof made === 'string' ? {} : { tool_calls: toolCalls(made, () => ++calls) },
      finishReason: 'stop',
      logprobs: null,
    }
  }
  return { askModel, turns }
}

/** Runs a job to its end. */
export async function runLoop({
  model,
  brief = 'Do it',
  profile = {},
  pieces = [],
  retryMs = [0],
  onProgress = () => undefined,
  tools = new Tools({ log: createLog('silent') }),
  collections,
  signal,
  ...over
}: Partial<ToolContext> &
  Parameters<typeof openJob>[0] & {
    model: Pick<ReturnType<typeof scriptedModel>, 'askModel'>
    brief?: string
    profile?: Partial<WorkerProfile>
    pieces?: WorkerPiece[]
    retryMs?: readonly number[]
    onProgress?: (progress: Progress) => void
    tools?: Tools
  }) {
  const job = await openJob(over)
  const { folder, files, sees, sandbox, fetchPage, readPicture, requireRoom, search } = job.context
  const logs = new WorkLogs({ pieces: () => [] })
  const stored: WorkerPiece[] = [...pieces]
  const context = testContext<unknown, WorkerPiece>({
    pieces: { finished: stored, save: async (piece) => void stored.push(piece) },
    reportProgress: onProgress,
    ...(signal === undefined ? {} : { signal }),
  })
  using loop = new WorkerLoop(
    {
      ...{ askModel: model.askModel, sandbox, fetchPage, readPicture, requireRoom, search, logs },
      ...{ retryMs, now: Date.now, tools },
    },
    { brief, model: 'auto', profile: { ...PROFILE, ...profile }, folder, files, sees, collections },
    context,
  )
  const end = await loop.run().then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  )
  const log = logs.of(context.id, false)
  return { ...end, ...log, folder, stored, [Symbol.dispose]: () => job[Symbol.dispose]() }
}

/** The last results that the model was told. */
export function toldResults({ messages }: TurnInput): string[] {
  return messages.flatMap(({ role, content }) =>
    role === 'tool' && typeof content === 'string' ? [content] : [],
  )
}
