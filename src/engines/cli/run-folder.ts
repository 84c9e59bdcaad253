import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunFolder } from './dialect.ts'

/** The folders of one run: where the tool works, and where its own temporary files go. */
export interface OpenRunFolder extends RunFolder, AsyncDisposable {
  /** The tool's TMPDIR; no other process has this one. */
  temporary: string
}

/**
 * Makes a private folder for one run; it is removed when disposed.
 *
 * @param parent Where it is made; by default the system's folder for temporary files
 */
export async function openRunFolder(parent = tmpdir()): Promise<OpenRunFolder> {
  const base = await mkdtemp(join(parent, 'hearth-run-'))
  const path = join(base, 'work')
  const temporary = join(base, 'tmp')
  await Promise.all([mkdir(path), mkdir(temporary)])
  return {
    path,
    temporary,
    async write(name, content) {
      const file = join(path, name)
      await writeFile(file, content, { mode: 0o600 })
      return file
    },
    async [Symbol.asyncDispose]() {
      // A folder that cannot be removed is no reason to lose an answer.
      await rm(base, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    },
  }
}
