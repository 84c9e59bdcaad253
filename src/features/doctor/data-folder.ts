import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { codeOf } from '../../platform/error-code.ts'
import { existingFolder, quoted, statOf } from './file-facts.ts'

const ID = 'data_folder'
/** Rights of other users than the owner of a file. */
const OTHERS = 0o077
/** A setting with a secret, or an address with a password. */
const SECRET = /^\s*\w*(?:key|secret|token)\s*=|:\/\/[^/\s:@]+:[^/\s@]+@/im

/**
 * Whether Hearth can use its data folder, and no other user can.
 *
 * @param files Further files that may have secrets, such as `hearth.toml`
 */
export function dataFolder(folder: string, files: readonly string[]): Check {
  return {
    id: ID,
    run: async () => [...(await folderFindings(folder)), ...(await secretFindings(files))],
  }
}

async function folderFindings(path: string): Promise<Finding[]> {
  const facts = await statOf(path).catch((error: unknown) => {
    // Of a folder above it.
    if (codeOf(error) === 'EACCES') return 'blocked' as const
    throw error
  })
  if (facts === 'blocked') return [blockedFinding(path, [path])]
  if (facts === undefined) return [await newFolder(path)]
  if (!facts.isDirectory()) {
    const says = `The data folder ${path} is a file, so Hearth cannot start`
    return [{ id: ID, level: 'error', says, fix: `Set DATA_DIR to a folder, or move ${path} away` }]
  }
  const blocked = await blockedPaths(path)
  if (blocked.length > 0) return [blockedFinding(path, blocked)]
  const open = await openPaths(path)
  if (open.length === 0)
    return [{ id: ID, level: 'ok', says: `Only its owner can read the data folder ${path}` }]
  return [
    {
      id: ID,
      level: 'warning',
      says: `Other users of this machine can read ${open.join(', ')}, with all conversations of jobs in it`,
      fix: `chmod -R go= ${quoted(path)}`,
    },
  ]
}

function blockedFinding(folder: string, blocked: readonly string[]): Finding {
  const says = `The user of this command (${userName()}) cannot write ${blocked.join(', ')}: if Hearth runs as this user, it cannot start`
  const fix = `Run this as the user of Hearth, or: sudo chown -R ${userName()} ${quoted(folder)}`
  return { id: ID, level: 'error', says, fix }
}

async function newFolder(path: string): Promise<Finding> {
  const parent = await existingFolder(path)
  if (await isAllowed(parent, constants.W_OK)) {
    const says = `There is no data folder ${path} yet: the first start makes it`
    return { id: ID, level: 'info', says }
  }
  const says = `There is no data folder ${path}, and this user may not make it in ${parent}: Hearth cannot start`
  return {
    id: ID,
    level: 'error',
    says,
    fix: `sudo install -d -m 700 -o ${userName()} ${quoted(path)}`,
  }
}

/** The folder, and the files that Hearth writes in it. */
async function ownPaths(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true })
  return [folder, ...files.filter((file) => file.isFile()).map(({ name }) => join(folder, name))]
}

async function blockedPaths(folder: string): Promise<string[]> {
  if (!(await isAllowed(folder, constants.R_OK | constants.W_OK | constants.X_OK))) return [folder]
  const blocked: string[] = []
  for (const path of await ownPaths(folder))
    if (!(await isAllowed(path, constants.R_OK | constants.W_OK))) blocked.push(path)
  return blocked
}

/** A private folder protects what is in it, whatever the rights of the files. */
async function openPaths(folder: string): Promise<string[]> {
  if (isPrivate(await statOf(folder))) return []
  const open: string[] = []
  for (const path of await ownPaths(folder)) {
    if (path !== folder && !isPrivate(await statOf(path))) open.push(path)
  }
  // A folder that others may list or change is a finding also where its files are private.
  const mode = (await statOf(folder))?.mode ?? 0
  return open.length > 0 || (mode & 0o022) !== 0 ? [folder, ...open] : []
}

async function secretFindings(files: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const path of files) {
    if (isPrivate(await statOf(path)) || !SECRET.test(await readFile(path, 'utf8'))) continue
    findings.push({
      id: ID,
      level: 'warning',
      says: `Other users of this machine can read ${path}, which has keys or passwords`,
      fix: `chmod 600 ${quoted(path)}`,
    })
  }
  return findings
}

/** Windows has no such rights. A file that is not there is private. */
function isPrivate(facts: { mode: number } | undefined): boolean {
  return facts === undefined || process.platform === 'win32' || (facts.mode & OTHERS) === 0
}

async function isAllowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}

function userName(): string {
  return process.env['USER'] ?? String(process.getuid?.() ?? 'this user')
}
