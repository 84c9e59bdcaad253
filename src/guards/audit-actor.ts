import type { AuditActor } from '../core/audit.ts'
import { type Actor, labelOf } from '../core/identity/actor.ts'
import { nameOf, type User } from '../core/identity/users.ts'
import { connectionOf } from '../http/server/connection.ts'

/** The actor of a request, for the audit. */
export function auditActorOf(actor: Actor, request: Request): AuditActor {
  return auditActor(labelOf(actor), request)
}

/** The signed-in user of a page's request, for the audit. */
export function auditActorOfUser(user: User, request: Request): AuditActor {
  return auditActor(nameOf(user), request)
}

function auditActor(actor: string, request: Request): AuditActor {
  const { client, requestId } = connectionOf(request)
  return { actor, address: client, requestId }
}
