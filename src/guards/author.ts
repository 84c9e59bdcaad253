import type { Author } from '../core/audit.ts'
import { type Actor, labelOf } from '../core/auth/actor.ts'
import { connectionOf } from '../edge/connection.ts'

/** Who asks for a change, for the audit. */
export function authorOf(actor: Actor, request: Request): Author {
  const { client, requestId } = connectionOf(request)
  return { actor: labelOf(actor), address: client, requestId }
}
