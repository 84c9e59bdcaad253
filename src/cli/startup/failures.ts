import { lookup } from 'node:dns/promises'
import { userInfo } from 'node:os'
import type { BindError } from '../../http/server/listeners.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { tryParseJson } from '../../platform/json.ts'

/** Limit of the request that asks whether a taken port is of another Hearth. */
const HEALTH_CHECK_MS = 500

const UNKNOWN_NAME = 'no address is known by that name, so choose another HOST'
const MAX_PORT = 65_535

/** Causes of a failed start by their system code, as what the reader can do about them. */
const BIND_CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use a port below 1024, so choose a higher PORT',
  EADDRNOTAVAIL: 'this machine has no such address, so choose another HOST (0.0.0.0 means all)',
  ENOTFOUND: UNKNOWN_NAME,
  ENXIO: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
}

/** One sentence on an address that cannot be bound, with what can be done about it. */
export async function bindFailure({ host, port, code, cause }: BindError): Promise<string> {
  const address = `Cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}`
  if (code !== 'EADDRINUSE') {
    const known = BIND_CAUSES[code] ?? ((await hasAddress(host)) ? undefined : UNKNOWN_NAME)
    return `${address}: ${known ?? (cause instanceof Error ? cause.message : code)}`
  }
  const holder = (await isHearth(host, port)) ? 'another Hearth' : 'another program'
  return `${address}: the port is taken by ${holder}. Stop that one, or choose another port: PORT=${port === MAX_PORT ? port - 1 : port + 1}`
}

/** Bun reports a name without an address by whatever error the system had last, such as `ENOENT`. */
async function hasAddress(host: string): Promise<boolean> {
  return await lookup(host).then(
    () => true,
    () => false,
  )
}

/** Whether a Hearth answers there; only the health check has its form. */
async function isHearth(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const response = await fetch(
      `http://${name.includes(':') ? `[${name}]` : name}:${port}/health`,
      {
        redirect: 'manual',
        signal: AbortSignal.timeout(HEALTH_CHECK_MS),
      },
    )
    const { value } = tryParseJson((await boundedText(response)) ?? '')
    const { status, code } = Object(value)
    const isHealth = status === 'ok' || code === 'stopping' || code === 'storage_unavailable'
    return response.headers.has('x-request-id') && isHealth
  } catch {
    return false
  }
}

/** Why a start has failed. */
export interface StartFailure {
  sentence: string
  /** 2 where another start changes nothing, so that no supervisor repeats it; else 1. */
  exitCode: 1 | 2
}

/** A newer database, a backup before a migration that cannot be made, a restore that stopped halfway. */
const OWNER_CODES: ReadonlySet<string> = new Set(['ENEWER', 'EBACKUP'])

/** One sentence on a data folder that cannot be used; undefined for an error of another kind. */
export function dataFolderFailure(folder: string, error: unknown): StartFailure | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  // A system error has a code. Anything else is a bug and keeps its stack trace.
  if (!(error instanceof Error) || typeof code !== 'string') return undefined
  const cause = dataFolderCause(code) ?? error.message.split('\n', 1)[0]
  return {
    sentence: `Cannot use the data folder ${folder}: ${cause}`,
    exitCode: OWNER_CODES.has(code) ? 2 : 1,
  }
}

/** The user by name; a container may run as a number without one. */
function userLabel(): string {
  const { username } = userInfo()
  return username === '' || username === 'unknown'
    ? `the user ${process.getuid?.() ?? 'of this process'}`
    : `the user ${username}`
}

function dataFolderCause(code: string): string | undefined {
  switch (code) {
    case 'EBUSY':
      return 'another Hearth uses it. Stop that one, or choose another folder in DATA_DIR'
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_PERM':
    case 'SQLITE_CANTOPEN':
      return `${userLabel()} may not write there. Change its owner, or choose another folder in DATA_DIR`
    case 'EROFS':
    case 'SQLITE_READONLY':
      return 'it can only be read. Choose another folder in DATA_DIR'
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'the disk is full'
    case 'ENOTDIR':
    case 'EEXIST':
      return 'it is not a folder'
    case 'SQLITE_NOTADB':
      return 'hearth.sqlite in it is not a database'
    default:
      return undefined
  }
}
