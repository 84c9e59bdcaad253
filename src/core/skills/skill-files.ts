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

/** The folder of the skills that come with Hearth. */
export const SHIPPED_FOLDER = join(import.meta.dir, 'shipped')

/** One SKILL.md as it lies in its folder. */
export interface SkillFile {
  /** Of the folder; the skill must have the same. */
  name: string
  content: string
}

/** The SKILL.md of each folder in a folder; none when there is no such folder. */
export function readSkillFiles(folder: string): SkillFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => ({ name, path: join(folder, name, FILE) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, content: readFileSync(path, 'utf8') }))
}

/** Keeps a skill; a crash leaves the old one or the new one, never half of it. */
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

/** Takes a skill away; a folder that holds other files of the owner's stays. */
export function removeSkillFile(folder: string, name: string): void {
  const own = join(folder, name)
  rmSync(join(own, FILE), { force: true })
  if (existsSync(own) && readdirSync(own).length === 0) rmdirSync(own)
}
