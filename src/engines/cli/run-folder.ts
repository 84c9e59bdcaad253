import { readdirSync, rmSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAbandonedTools } from '../../platform/containment/tool-containment.ts'
import type { Log } from '../../platform/log.ts'
import {
  hasMakerEnded,
  processesWithEntry,
  sendSignal,
  temporaryName,
} from '../../platform/process-table.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import type { RunFolder } from './dialect.ts'

const TEMPORARY = 'tmp'
/** How long orphaned tools have to exit after each signal. */
const SIGNAL_PAUSE_MS = 2_000
const POLL_MS = 10

/** The folders of one run: the tool's working folder, and the folder of its temporary files. */
export interface OpenRunFolder extends RunFolder, AsyncDisposable {
  /** The tool's TMPDIR, unique to this run. */
  temporary: string
}

/**
 * Makes a private folder for one run and removes it when disposed. Its name has the identity of
 * this process, for {@link sweepRunFolders}.
 *
 * @param parent Where it is made; by default the system's temporary folder
 */
export async function openRunFolder(parent = tmpdir()): Promise<OpenRunFolder> {
  const base = await mkdtemp(join(parent, temporaryName('run')))
  const path = join(base, 'work')
  const temporary = join(base, TEMPORARY)
  await Promise.all([mkdir(path), mkdir(temporary)])
  return {
    path,
    temporary,
    async write(name, content) {
      const file = join(path, name)
      await writeFile(file, content, { mode: 0o600 })
      return file
    },
    [Symbol.asyncDispose]: () => remove(base),
  }
}

/**
 * Ends the tools that a killed Hearth left running, which it finds by their control groups and their
 * TMPDIR, and removes the temporary folders of its runs and of its other work. Those of a running Hearth, another user or another container are not
 * touched.
 *
 * @param options.parent Where the folders are, as for {@link openRunFolder}
 */
export async function sweepRunFolders({
  log,
  parent = tmpdir(),
}: {
  log: Log
  parent?: string
}): Promise<void> {
  await endAbandonedTools()
  const names = await orphanedFolders(parent)
  if (names.length === 0) return
  const processes = await endOrphans(names)
  await Promise.all(names.map((name) => remove(join(parent, name))))
  log.warn(
    { folders: names.length, processes },
    'Removed the temporary folders of a Hearth that was killed',
  )
}

/**
 * Kills the tools of this process and removes the folders of their runs, before an immediate exit.
 *
 * @param parent Where the folders are, as for {@link openRunFolder}
 */
export function killRuns(parent = tmpdir()): void {
  ProcessGroup.killAll()
  try {
    const own = temporaryName('run')
    for (const name of readdirSync(parent))
      if (name.startsWith(own)) rmSync(join(parent, name), { recursive: true, force: true })
  } catch {
    // The next start removes what is left.
  }
}

async function orphanedFolders(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch((): string[] => [])
  const left = names.filter(hasMakerEnded)
  const own = await Promise.all(left.map((name) => isOwnFolder(join(parent, name))))
  return left.filter((_, index) => own[index])
}

/** The temporary folder is shared by all users: anybody can make a folder of such a name. */
async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

/** @returns The number of processes found */
async function endOrphans(names: readonly string[]): Promise<number> {
  // Only the end of the path is compared: the other process may have used another path to the same
  // parent.
  const ends = names.flatMap((name) => [`/${name}/${TEMPORARY}`, `/${name}`])
  const left = () =>
    processesWithEntry(
      (entry) => entry.startsWith('TMPDIR=') && ends.some((end) => entry.endsWith(end)),
    )
  const found = left()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of left()) sendSignal(pid, signal)
    const until = performance.now() + SIGNAL_PAUSE_MS
    while (left().length > 0 && performance.now() < until) await Bun.sleep(POLL_MS)
  }
  return found.length
}

/** Removes a folder. A failure is ignored, because it must not fail an answer or a start. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}
