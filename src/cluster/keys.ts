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

  /** A pattern of everything that is of one API node. */
  get ofApiNodes(): readonly string[] {
    return [this.incoming('*'), this.blob('*', '*')]
  }

  /** The API node of a key of {@link ofApiNodes}. */
  apiNodeOf(key: string): string {
    const [, name = ''] = key.slice(this.prefix.length).split(/:@(?:in|blob):/)
    return name.split('.', 1)[0] ?? ''
  }

  blob(id: string, part: number | '*'): string {
    return `${this.prefix}:@blob:${id}:${part}`
  }
}
