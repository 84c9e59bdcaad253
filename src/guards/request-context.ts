import type { Caller } from '../core/caller.ts'
import { type Actor, callerOf } from '../core/identity/actor.ts'
import type { User } from '../core/identity/users.ts'
import type { Connection, HttpContext } from '../http/server/connection.ts'

/** A request that a guard has let pass, with who makes it: what handlers hand on. */
export class RequestContext implements HttpContext {
  readonly request: Request
  readonly connection: Connection
  readonly actor: Actor
  readonly caller: Caller

  constructor(request: Request, connection: Connection, actor: Actor) {
    this.request = request
    this.connection = connection
    this.actor = actor
    this.caller = callerOf(actor, connection.requestId)
  }
}

/** The request of a page, with the user who opens it. */
export class PageContext implements HttpContext {
  readonly request: Request
  readonly connection: Connection
  readonly user: User

  constructor(request: Request, connection: Connection, user: User) {
    this.request = request
    this.connection = connection
    this.user = user
  }
}
