import { matches } from '../platform/check.ts'
import { Announcement, type WorkerNode } from './contract.ts'
import { AnnouncementHead, Farewell, LOST_MS } from './messages.ts'

/** How long a node that is away stays in the list. @limit node-away-retention days */
export const AWAY_RETENTION_MS = 7 * 24 * 60 * 60_000

interface NodeListOptions {
  /** Of Hearth, which a worker node must have as well. */
  version: string
  /** Called for each start of a worker node that is over. */
  onLost: (node: { name: string; instance: string; hasStopped: boolean }) => void
  /** Called for each that is away for too long to stay in the list. */
  onGone: (name: string) => void
  /** Called for each announcement of another version. */
  onRefused: (instance: string) => void
  onChange: () => void
  now: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonicMs: () => number
}

interface Entry {
  node: WorkerNode
  /** When it was last heard of, by the monotonic clock. */
  heardAt: number
  /** What it says of itself but the time and its calls, to notice a change. */
  facts: string
}

/** The worker nodes that an API node has heard of. */
export class NodeList {
  readonly #options: NodeListOptions
  readonly #entries = new Map<string, Entry>()
  #nodes: readonly WorkerNode[] = []

  constructor(options: NodeListOptions) {
    this.#options = options
  }

  /** By name. */
  get nodes(): readonly WorkerNode[] {
    return this.#nodes
  }

  byName(name: string): WorkerNode | undefined {
    return this.#entries.get(name)?.node
  }

  /**
   * Takes what a worker node has said of itself.
   *
   * @returns Its announcement, where it may get work
   */
  take(value: unknown): Announcement | undefined {
    if (matches(Farewell, value)) {
      const entry = this.#entries.get(value.name)
      if (entry?.node.announcement.instance === value.instance) this.#lose(entry, true)
      return undefined
    }
    const announcement = this.#read(value)
    if (announcement === undefined) return undefined
    const { version, now, monotonicMs, onRefused } = this.#options
    const { name, instance, sentAt } = announcement
    const before = this.#entries.get(name)
    const isOther = before !== undefined && before.node.announcement.instance !== instance
    // Its calls are over, although nobody has missed it.
    if (isOther && !isAway(before)) this.#lose(before, false)
    const state = announcement.version === version ? 'online' : 'refused'
    if (state === 'refused') onRefused(instance)
    const [seenAt, heardAt] = [now(), monotonicMs()]
    const node: WorkerNode = { announcement, state, seenAt, clockAheadMs: sentAt - seenAt }
    const facts = factsOf(announcement)
    this.#entries.set(name, { node, heardAt, facts })
    this.#list()
    if (before?.facts !== facts || before.node.state !== state) this.#options.onChange()
    return state === 'online' ? announcement : undefined
  }

  /** Gives up those that were not heard of for too long, and forgets them after a week. */
  sweep(): void {
    const now = this.#options.monotonicMs()
    for (const [name, entry] of this.#entries) {
      if (entry.heardAt < now - LOST_MS && !isAway(entry)) this.#lose(entry, false)
      if (entry.heardAt < now - AWAY_RETENTION_MS && this.forget(name)) this.#options.onGone(name)
    }
  }

  /** @returns Whether there was one of the name that is away */
  forget(name: string): boolean {
    const entry = this.#entries.get(name)
    if (entry === undefined || !isAway(entry)) return false
    this.#entries.delete(name)
    this.#list()
    this.#options.onChange()
    return true
  }

  #lose(entry: Entry, hasStopped: boolean): void {
    const { name, instance } = entry.node.announcement
    entry.node = { ...entry.node, state: hasStopped ? 'stopped' : 'lost' }
    this.#list()
    this.#options.onLost({ name, instance, hasStopped })
    this.#options.onChange()
  }

  /** Of another version only the head may be as expected. */
  #read(value: unknown): Announcement | undefined {
    if (!matches(AnnouncementHead, value)) return undefined
    if (matches(Announcement, value)) return value
    if (value.version === this.#options.version) return undefined
    const now = this.#options.now()
    const { name, instance, version } = value
    const nothing = { engines: [], calls: [] }
    return { name, instance, version, startedAt: now, sentAt: now, width: 1, ...nothing }
  }

  #list(): void {
    this.#nodes = [...this.#entries.values()]
      .map(({ node }) => node)
      .toSorted((a, b) => (a.announcement.name < b.announcement.name ? -1 : 1))
  }
}

function isAway({ node: { state } }: Entry): boolean {
  return state === 'lost' || state === 'stopped'
}

function factsOf({ sentAt: _sentAt, calls: _calls, ...facts }: Announcement): string {
  return JSON.stringify(facts)
}
