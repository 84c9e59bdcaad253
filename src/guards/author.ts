import type { Author } from '../core/audit.ts'
import { type Actor, labelOf } from '../core/auth/actor.ts'
import { nameOf, type Person } from '../core/auth/users.ts'
import { connectionOf } from '../edge/connection.ts'

/** Who asks for a change, for the audit. */
export function authorOf(actor: Actor, request: Request): Author {
  return author(labelOf(actor), request)
}

/** The same for a page. */
export function authorOfPage(person: Person, request: Request): Author {
  return author(nameOf(person), request)
}

function author(actor: string, request: Request): Author {
  const { client, requestId } = connectionOf(request)
  return { actor, address: client, requestId }
}
