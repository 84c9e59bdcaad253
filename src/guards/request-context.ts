import type { Caller } from '../core/caller.ts'
import { type Actor, callerOf } from '../core/identity/actor.ts'
import type { Connection } from '../http/server/connection.ts'

/** A request that a guard has let pass, with who makes it: what handlers hand on. */
export class RequestContext {
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
