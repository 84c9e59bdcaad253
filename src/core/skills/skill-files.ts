import {
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

/** Writes a skill atomically: after a crash the file is the old one or the new one. */
export function writeSkillFile(folder: string, { name, content }: SkillFile): void {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const draft = join(own, randomId('draft_'))
  try {
    writeFileSync(draft, content)
    renameSync(draft, join(own, FILE))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Removes a skill. Its folder stays when it holds other files. */
export function removeSkillFile(folder: string, name: string): void {
  const own = join(folder, name)
  rmSync(join(own, FILE), { force: true })
  if (existsSync(own) && readdirSync(own).length === 0) rmdirSync(own)
}
