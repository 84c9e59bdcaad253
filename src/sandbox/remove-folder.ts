import { closeSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { childOf, hasCode, openFolder } from './walk-folder.ts'

/** Entries after which other work of the service is let in. */
const TURN_ENTRIES = 500

/**
 * Removes the folder of a job after its end, whatever it holds: links are removed and not followed,
 * folders may be unreadable, and deeper than a path can be long.
 *
 * @throws When something cannot be removed
 */
export async function removeFolder(folder: string): Promise<void> {
  let root: number
  try {
    root = openFolder(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  try {
    let count = 0
    for (let left = namesOf(root); left.length > 0; left = namesOf(root))
      for (const name of left) {
        count = await emptied(root, name, count)
      }
  } finally {
    closeSync(root)
  }
  rmdirSync(folder)
}

/**
 * Removes one entry. Folders within a folder are first moved up to the root, so that no path is
 * longer than two names.
 */
async function emptied(root: number, name: Buffer, before: number): Promise<number> {
  const path = childOf(root, name)
  let count = before + 1
  if (!lstatSync(path).isDirectory()) {
    unlinkSync(path)
    return pausing(count)
  }
  const inner = openFolder(path)
  try {
    for (const child of namesOf(inner)) {
      const childPath = childOf(inner, child)
      count += 1
      if (lstatSync(childPath).isDirectory()) {
        // Moving a folder writes into it.
        closeSync(openFolder(childPath))
        renameSync(childPath, childOf(root, Buffer.from(`.removed-${crypto.randomUUID()}`)))
      } else unlinkSync(childPath)
      await pausing(count)
    }
  } finally {
    closeSync(inner)
  }
  rmdirSync(path)
  return count
}

async function pausing(count: number): Promise<number> {
  if (count % TURN_ENTRIES === 0) await new Promise((resolve) => setImmediate(resolve))
  return count
}

function namesOf(descriptor: number): Buffer[] {
  return readdirSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' })
}
