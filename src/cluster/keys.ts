/**
 * Names of everything in Redis. BullMQ has `<prefix>:<name of a worker node>:…`; the others have an `@`,
 * which a name cannot have.
 */
export class Keys {
  readonly prefix: string
  /** A stream of announcements of all worker nodes. */
  readonly workers: string
  /** A channel to all worker nodes. */
  readonly control: string

  constructor(prefix: string) {
    this.prefix = prefix
    this.workers = `${prefix}:@workers`
    this.control = `${prefix}:@control`
  }

  /** Exists while the API node lives. */
  apiNode(id: string): string {
    return `${this.prefix}:@api:${id}`
  }

  /** The stream of what worker nodes send to an API node. */
  incoming(apiNode: string): string {
    return `${this.prefix}:@in:${apiNode}`
  }

  /** Holds the instance that uses the name of a worker node. */
  holder(name: string): string {
    return `${this.prefix}:@worker:${name}`
  }

  blob(id: string, part: number): string {
    return `${this.prefix}:@blob:${id}:${part}`
  }
}
