import { randomInt } from 'node:crypto'
import { chownSync, lchownSync, lstatSync, readFileSync } from 'node:fs'
import { walkFolder } from './walk-folder.ts'

/** User and group of commands that have no user of their own on the host. */
const NOBODY = 65_534
/**
 * Ids that systemd's table leaves free, in a whole machine and in a container of 65,536 ids.
 * https://systemd.io/UIDS-GIDS
 */
const FREE_IDS = [
  { first: 1_879_048_192, count: 268_304_384 },
  { first: 60_578, count: 606 },
]

/** Ids of the users whom commands run as. */
export type SandboxUsers =
  /** Each job has an id of this range. */
  | { kind: 'own'; first: number; count: number }
  /** The service's own user, under another number. */
  | { kind: 'namespace' }

/** @returns undefined where root has no ids to give away */
export function sandboxUsers(): SandboxUsers | undefined {
  if (process.getuid?.() !== 0) return { kind: 'namespace' }
  const range = FREE_IDS.find(
    (ids) => isMapped('/proc/self/uid_map', ids) && isMapped('/proc/self/gid_map', ids),
  )
  return range && { kind: 'own', ...range }
}

/**
 * The user id of a job: the owner of its work folder. A folder that belongs to the service is given
 * to a new user, with all that is in it and in the inputs.
 */
export function userOfJob(
  users: SandboxUsers,
  { work, inputs }: { work: string; inputs?: string | undefined },
): number {
  if (users.kind === 'namespace') return NOBODY
  const { uid } = lstatSync(work)
  const isOwn = uid >= users.first && uid < users.first + users.count
  const user = isOwn ? uid : users.first + randomInt(users.count)
  for (const folder of inputs === undefined ? [work] : [work, inputs])
    if (lstatSync(folder).uid !== user) giveFolder(folder, user)
  return user
}

/** The folder itself at the end, so that it is done again after a crash in the middle. */
function giveFolder(folder: string, user: number): void {
  for (const { path, stats } of walkFolder(folder)) {
    // The other name may be that of a file of the service.
    if (stats.isFile() && stats.nlink > 1) throw new Error('A file of a job has several names')
    lchownSync(path, user, user)
  }
  chownSync(folder, user, user)
}

/** Lines of a map have the first id inside, the first outside, and their count. */
function isMapped(map: string, { first, count }: { first: number; count: number }): boolean {
  return readFileSync(map, 'latin1')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([start = 0, , length = 0]) => start <= first && start + length >= first + count)
}
