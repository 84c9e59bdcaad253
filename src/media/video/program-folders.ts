import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SYSTEM_FOLDERS } from '../bounds.ts'

/** More than any first line of a script. */
const FIRST_LINE_BYTES = 512
/** From the interpreter of a virtual environment to the real one. */
const MAX_LINKS = 5
/** What a Python installation needs of its folder, or of a virtual environment's. */
const PYTHON_PARTS = ['bin', 'lib', 'lib64', 'pyvenv.cfg']

/** Files and folders that a program is made of. */
export interface ProgramFiles {
  /** Its real path. */
  program: string
  /** What a sandbox with the system's folders shows besides. */
  paths: readonly string[]
  /** Where Python finds the packages of the user who has installed it, if it is among them. */
  pythonUserBase: string | undefined
}

/**
 * Finds what a Python program is made of: one file, a package of the system, a virtual environment
 * (as of pipx and uv), or a package in the home folder of a user.
 */
export function programFiles(path: string): ProgramFiles {
  const program = realpathSync(path)
  const prefix = dirname(dirname(program))
  const paths = [program, ...(prefix === '/' || !hasPackages(prefix) ? [] : pythonParts(prefix))]
  let link = interpreterOf(program)
  for (let hops = 0; link !== undefined && hops < MAX_LINKS; hops++) {
    paths.push(...pythonParts(dirname(dirname(link))))
    link = nextLink(link)
  }
  const isOwn = hasPackages(prefix) && !existsSync(join(prefix, 'pyvenv.cfg'))
  return {
    program,
    paths: [...new Set(paths)].filter((one) => !isSystem(one)),
    pythonUserBase: isOwn && !isSystem(prefix) ? prefix : undefined,
  }
}

function pythonParts(prefix: string): string[] {
  return prefix === '/' ? [] : PYTHON_PARTS.map((part) => join(prefix, part))
}

function hasPackages(prefix: string): boolean {
  try {
    return readdirSync(join(prefix, 'lib')).some((name) =>
      existsSync(join(prefix, 'lib', name, 'site-packages')),
    )
  } catch {
    return false
  }
}

/** The program that a script names in its first line. */
function interpreterOf(script: string): string | undefined {
  const start = Buffer.alloc(FIRST_LINE_BYTES)
  const file = openSync(script, 'r')
  try {
    readSync(file, start)
  } finally {
    closeSync(file)
  }
  return /^#!\s*(\/[^\s\0]+)/.exec(start.toString('latin1'))?.[1]
}

/** Where a link points to, which may be another one; each must be there in the sandbox. */
function nextLink(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path))
  } catch {
    // It is the file itself.
    return undefined
  }
}

function isSystem(path: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))
}
