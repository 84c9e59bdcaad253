import { EngineFailure } from '../contract/failure.ts'

/** The failure of an engine whose tool could not be started. */
export function spawnFailure(command: string, cause: unknown): EngineFailure {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  switch (code) {
    case 'ENOENT':
    case 'EACCES':
    case 'ENOEXEC':
      return new EngineFailure('not_installed', `Cannot start ${command}: ${code}`, { cause })
    case 'E2BIG':
    case 'ERR_INVALID_ARG_VALUE':
      return new EngineFailure('request', `Cannot hand the request to ${command}: ${code}`, {
        cause,
        retryableElsewhere: true,
      })
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
      return new EngineFailure('transient', `Cannot start ${command}: ${code}`, { cause })
    default:
      return new EngineFailure('unknown', `Cannot start ${command}: ${String(code)}`, { cause })
  }
}
