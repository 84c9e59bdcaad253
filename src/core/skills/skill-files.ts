import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Commit } from '../../db/open.ts'
import { randomId } from '../../platform/ids.ts'

const FILE = 'SKILL.md'

/** The folder of the skills that are shipped with Hearth. */
export const SHIPPED_FOLDER = join(import.meta.dir, 'shipped')

/** The SKILL.md of one folder. */
export interface SkillFile {
  /** Name of the folder, which must be the name of the skill. */
  name: string
  content: string
}

/** Reads the SKILL.md of each subfolder; empty when the folder does not exist. */
export function readSkillFiles(folder: string): SkillFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => ({ name, path: join(folder, name, FILE) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, content: readFileSync(path, 'utf8') }))
}

/** A new content of a skill's file, or undefined to remove it. */
export type SkillFileChange = Pick<SkillFile, 'name'> & { content: string | undefined }

/**
 * Replaces or removes the SKILL.md of a skill inside `commit`. The change is atomic: after a crash
 * the file is the old one or the new one. When the commit fails, the old file is put back. The
 * folder of a removed skill stays when it holds other files.
 */
export function changeSkillFile(
  folder: string,
  { name, content }: SkillFileChange,
  commit: Commit,
): void {
  const own = join(folder, name)
  const path = join(own, FILE)
  const draft = join(own, randomId('draft_'))
  const old = join(own, randomId('old_'))
  mkdirSync(own, { recursive: true })
  const isNew = !existsSync(path)
  let isChanged = false
  try {
    // Whatever needs room on the disk is written before the commit.
    if (!isNew) copyFileSync(path, old)
    if (content !== undefined) writeFileSync(draft, content)
    commit(() => {
      if (content === undefined) rmSync(path, { force: true })
      else renameSync(draft, path)
      isChanged = true
    })
  } catch (error) {
    if (isChanged && isNew) rmSync(path, { force: true })
    else if (isChanged) renameSync(old, path)
    throw error
  } finally {
    rmSync(draft, { force: true })
    rmSync(old, { force: true })
    if (readdirSync(own).length === 0) rmdirSync(own)
  }
}
