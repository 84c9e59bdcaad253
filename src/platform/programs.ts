import { realpathSync, statSync } from 'node:fs'
import type { Containment } from './containment/contract.ts'
import { ProcessGroup } from './subprocess.ts'

/** Time limit of asking a program for its version. */
const VERSION_MS = 5_000
/** Lines of a version that are read. */
const MAX_LINES = 50

/** A program of this machine. */
export interface FoundProgram {
  /** As it was found; links are kept, as some programs look at the name they are called by. */
  path: string
  /** Changes when another file takes its place. */
  identity: string
}

/**
 * Finds a program. Cheap enough to be asked each time, so that one that is installed later is found
 * without a restart.
 *
 * @param name As on a PATH, or a path of the owner's
 * @param path The PATH to search
 */
export function findProgram(name: string, path: string | undefined): FoundProgram | undefined {
  const found = Bun.which(name, { PATH: path ?? '' })
  if (found === null) return undefined
  try {
    const real = realpathSync(found)
    const { mtimeMs, size, ino } = statSync(real)
    return { path: found, identity: [real, mtimeMs, size, ino].join('|') }
  } catch {
    // It was removed in the meantime.
    return undefined
  }
}

/** Programs of Chromium and its kin. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Finds the browser of this machine. @param program Of the owner's; by default the first of all */
export function findChromium(
  program: string | undefined,
  path: string | undefined,
): FoundProgram | undefined {
  for (const name of program === undefined ? BROWSERS : [program]) {
    const found = findProgram(name, path)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Runs a command that only says something, such as a version.
 *
 * @returns The start of its stdout; undefined when it cannot be started, fails or takes too long
 */
export async function outputOf(
  command: readonly string[],
  limitMs = VERSION_MS,
): Promise<string | undefined> {
  const end = await endOf(command, { limitMs })
  return end?.code === 0 ? end.lines.join('\n') : undefined
}

/**
 * Runs a short command to its end.
 *
 * @returns Its exit code, and the first lines of its stdout; undefined when it cannot be started
 */
export async function endOf(
  command: readonly string[],
  { limitMs, containment }: { limitMs: number; containment?: Containment },
): Promise<{ code: number; lines: readonly string[] } | undefined> {
  try {
    await using group = new ProcessGroup({ command, env: {}, cwd: '/', stdin: '', containment })
    const timer = setTimeout(() => void group.end(), limitMs)
    try {
      const [lines] = await Promise.all([firstLines(group.stdout), firstLines(group.stderr)])
      return { code: await group.exited, lines }
    } finally {
      clearTimeout(timer)
    }
  } catch {
    return undefined
  }
}

async function firstLines(batches: AsyncIterable<readonly string[]>): Promise<string[]> {
  const lines: string[] = []
  for await (const batch of batches) lines.push(...batch.slice(0, MAX_LINES - lines.length))
  return lines
}
