import { findProgram } from '../programs.ts'
import { ProcessGroup } from '../subprocess.ts'
import type { Containment } from './contract.ts'
import { ControlGroup } from './control-group.ts'
import { PidNamespace } from './pid-namespace.ts'

/** How long a machine counts as unable. What is installed or set later is found without a restart. */
const RETRY_MS = 60_000
/** Time limit of the first process in one. A machine with much to do takes seconds. */
const TRY_MS = 20_000

interface ToolContainmentOptions {
  /** The owner's path of bubblewrap. */
  bwrap?: string | undefined
  /** Whether tools are to be contained at all. */
  isWanted?: boolean
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Finds what this machine has to contain the processes of tools: a PID namespace, else a control group.
 * It is tried with a process before it counts.
 */
export class ToolContainment {
  readonly #options: ToolContainmentOptions
  #tried: { identity: string | undefined; until: number; found: Promise<Containment | undefined> }

  constructor(options: ToolContainmentOptions) {
    this.#options = options
    this.#tried = { identity: undefined, until: 0, found: Promise.resolve(undefined) }
  }

  /** Cheap enough to be asked for each process. Never rejects. */
  async find(): Promise<Containment | undefined> {
    const { bwrap = 'bwrap', env, isWanted = true } = this.#options
    if (!isWanted || process.platform !== 'linux') return undefined
    const program = findProgram(bwrap, env['PATH'])
    const identity = program?.identity
    const tried = this.#tried
    if (tried.identity !== identity || performance.now() > tried.until) {
      const found = firstUsable(program?.path)
      this.#tried = { identity, until: Number.POSITIVE_INFINITY, found }
      const current = this.#tried
      if ((await found) === undefined) current.until = performance.now() + RETRY_MS
    }
    return this.#tried.found
  }
}

async function firstUsable(bwrap: string | undefined): Promise<Containment | undefined> {
  if (bwrap !== undefined) {
    const namespace = new PidNamespace(bwrap)
    if (await isUsable(namespace)) return namespace
  }
  const group = await ControlGroup.find().catch(() => undefined)
  return group !== undefined && (await isUsable(group)) ? group : undefined
}

async function isUsable(containment: Containment): Promise<boolean> {
  try {
    const command = ['/bin/sh', '-c', 'echo $$; exit 3']
    const options = { command, env: {}, cwd: '/', stdin: '', containment }
    await using group = new ProcessGroup(options)
    const timer = setTimeout(() => void group.end(), TRY_MS)
    try {
      const [lines] = await Promise.all([linesOf(group.stdout), linesOf(group.stderr)])
      const isSeparate = containment.kind === 'control-group' || Number(lines[0]) < group.pid
      return isSeparate && lines.length === 1 && (await group.exited) === 3
    } finally {
      clearTimeout(timer)
    }
  } catch {
    return false
  }
}

async function linesOf(batches: AsyncIterable<readonly string[]>): Promise<string[]> {
  const lines: string[] = []
  for await (const batch of batches) lines.push(...batch)
  return lines
}
