import { type Static, Type } from '@sinclair/typebox'
import type { Account, ProbeKind } from '../engines/contract/account.ts'
import { EngineFailure } from '../engines/contract/failure.ts'
import type {
  Capabilities,
  Engine,
  EngineEvent,
  ModelFacts,
  Turn,
} from '../engines/contract/text.ts'
import type { VectorSource } from '../engines/contract/vectors.ts'
import { matches } from '../platform/check.ts'
import type { AnnouncedText, CallResult, Cluster } from './contract.ts'
import { type MachineSlots, OWN_MACHINE } from './machine-slots.ts'
import { MergedVectors } from './merged-vectors.ts'
import { finishCall } from './remote-call.ts'

/** An engine of a worker node. */
export interface RemoteEngine {
  node: string
  isOnline: boolean
  engine: AnnouncedText
}

interface MergedEngineOptions {
  id: string
  cluster: Cluster
  slots: MachineSlots
}

/** The facts of an engine that are the same on every machine, or are joined. */
interface Facts {
  label: string
  kind?: string | undefined
  usesSubscription?: boolean | undefined
  timeoutMs: number
  maxCharacters: number
  capabilities: Capabilities
}

/** What is said of an engine before a machine has had it. */
const NOTHING: Facts = {
  label: '',
  timeoutMs: 0,
  maxCharacters: 0,
  capabilities: { images: false, structured: false, tools: false },
}

/**
 * One engine of several machines: this one's, where it has it, and those of worker nodes with the same
 * id. Each account is of one machine; those of worker nodes are named `account@node`. What the machines
 * say differently of the engine is taken at its least: the smaller bound, the common capabilities.
 */
export class MergedEngine implements Engine {
  readonly type = 'text'
  readonly id: string
  /** Only where this machine has a server to ask. */
  refresh?: (signal: AbortSignal) => Promise<void>
  readonly #options: MergedEngineOptions
  readonly #vectors: MergedVectors
  #own: Engine | undefined
  #remote: readonly RemoteEngine[] = []
  /** By id, also of accounts that are away, so that an account that is back is the same object. */
  readonly #accounts = new Map<string, Account & { node: string; account: string }>()
  #accountList: readonly Account[] = []
  #models: { own: readonly string[] | undefined; list: readonly string[] } | undefined
  #facts: Facts = NOTHING

  constructor(options: MergedEngineOptions) {
    this.id = options.id
    this.#options = options
    this.#vectors = new MergedVectors({
      cluster: options.cluster,
      own: () => this.#own?.vectors,
      nodes: () => this.#remote.filter(({ isOnline }) => isOnline),
    })
  }

  /** Takes the engine of this machine, which stays. */
  setOwn(own: Engine): void {
    this.#own = own
    if (own.refresh !== undefined) this.refresh = (signal) => this.#readOwnModels(signal)
    this.update(this.#remote)
  }

  /** Takes what worker nodes announce of the engine; of a lost one, what it announced last. */
  update(remote: readonly RemoteEngine[]): void {
    this.#remote = remote
    this.#models = undefined
    const accounts = remote.flatMap(({ node, isOnline, engine }) =>
      isOnline ? engine.accounts.map(({ id }) => this.#account(node, id)) : [],
    )
    this.#accountList = [...(this.#own?.accounts ?? []), ...accounts]
    this.#join()
  }

  get isOwn(): boolean {
    return this.#own !== undefined
  }

  /** Whether a worker node that is online has the engine with a model. */
  get isRemote(): boolean {
    return this.#remote.some(
      ({ isOnline, engine }) => isOnline && (engine.models.length > 0 || hasVectors(engine)),
    )
  }

  /** Why its server does not list its models, where a worker node has the engine and none of them. */
  get unreadFailure(): EngineFailure | undefined {
    const unread = this.#remote.find(({ isOnline }) => isOnline)
    if (unread === undefined || this.isRemote) return undefined
    const message = unread.engine.problem ?? 'The models of its server are not known yet'
    return new EngineFailure('unreachable', message)
  }

  /** Whether a worker node had it that is lost, and may come back. */
  get isAway(): boolean {
    return this.#remote.length > 0
  }

  /** Whether an account is on a machine. */
  isOf(account: Account, node: string): boolean {
    return (this.#accounts.get(account.id)?.node ?? OWN_MACHINE) === node
  }

  get label(): string {
    return this.#facts.label
  }

  get kind(): string | undefined {
    return this.#facts.kind
  }

  get baseUrl(): string | undefined {
    return this.#own?.baseUrl
  }

  get usesSubscription(): boolean {
    return this.#facts.usesSubscription ?? false
  }

  get timeoutMs(): number {
    return this.#facts.timeoutMs
  }

  get maxCharacters(): number {
    return this.#facts.maxCharacters
  }

  get capabilities(): Capabilities {
    return this.#facts.capabilities
  }

  get listsModels(): boolean {
    return this.#own === undefined ? this.models.length === 0 : this.#own.listsModels === true
  }

  get parallel(): number | undefined {
    return this.#own?.parallel
  }

  get hasPromptSlots(): boolean {
    return this.#own?.hasPromptSlots === true
  }

  get accounts(): readonly Account[] {
    return this.#accountList
  }

  get models(): readonly string[] {
    const own = this.#own?.models
    if (this.#models === undefined || this.#models.own !== own) {
      const remote = this.#remote.flatMap(({ engine }) => engine.models.map(({ name }) => name))
      this.#models = { own, list: [...new Set([...(own ?? []), ...remote])] }
    }
    return this.#models.list
  }

  /** Undefined where no machine has such models. */
  get vectors(): VectorSource | undefined {
    const isRemote = this.#remote.some(({ engine }) => hasVectors(engine))
    return this.#own?.vectors !== undefined || isRemote ? this.#vectors : undefined
  }

  hasModel(account: Account, model: string): boolean {
    const remote = this.#remoteOf(account)
    const vectorModels = this.#own?.vectors?.vectorModels ?? []
    return remote === undefined
      ? this.#own?.models.includes(model) === true ||
          vectorModels.some(({ name }) => name === model)
      : [...remote.engine.models, ...(remote.engine.vectorModels ?? [])].some(
          ({ name }) => name === model,
        )
  }

  factsOf(model: string): ModelFacts | undefined {
    const own = this.#own
    if (own?.models.includes(model) === true)
      return own.factsOf === undefined ? own.capabilities : own.factsOf(model)
    const found = this.#remote
      .flatMap(({ engine }) => engine.models)
      .find(({ name }) => name === model)
    if (found === undefined) return undefined
    const { name: _name, family: _family, ...facts } = found
    return facts
  }

  familyOf(model: string): string | undefined {
    if (this.#own?.models.includes(model) === true) return this.#own.familyOf?.(model)
    return this.#remote.flatMap(({ engine }) => engine.models).find(({ name }) => name === model)
      ?.family
  }

  probeKind(account: Account): ProbeKind {
    const remote = this.#remoteOf(account)
    if (remote === undefined && this.#own !== undefined && this.#isOwn(account))
      return this.#own.probeKind?.(account) ?? 'status'
    const known = this.#accounts.get(account.id)
    return remote?.engine.accounts.find(({ id }) => id === known?.account)?.probe ?? 'status'
  }

  async checkStatus(signal: AbortSignal, account: Account): Promise<void> {
    if (this.#own !== undefined && this.#isOwn(account))
      return await this.#own.checkStatus(signal, account)
    const { node, account: name } = this.#target(account)
    const call = { kind: 'status', type: 'text', engine: this.id, account: name } as const
    await finishCall(this.#options.cluster.call(node, call, { runId: 'status', signal }))
  }

  isBusy(account: Account): boolean {
    const { slots } = this.#options
    if (!this.#isOwn(account)) return !slots.isFree(this.#target(account).node)
    if (this.#own?.isBusy?.(account) === true) return true
    return this.#own?.parallel === undefined && !slots.isFree(OWN_MACHINE)
  }

  async reserve(account: Account, signal: AbortSignal): Promise<Disposable> {
    const { slots } = this.#options
    if (!this.#isOwn(account)) return await slots.take(this.#target(account).node, signal)
    if (this.#own?.parallel !== undefined) return NO_SLOT
    return await slots.take(OWN_MACHINE, signal)
  }

  run(
    turn: Turn,
    account: Account,
    signal: AbortSignal,
    runId = '',
  ): AsyncIterable<readonly EngineEvent[]> {
    if (this.#own !== undefined && this.#isOwn(account))
      return this.#own.run(turn, account, signal, runId)
    const { node, account: name } = this.#target(account)
    const call = { kind: 'text', engine: this.id, account: name, turn } as const
    return engineEvents(this.#options.cluster.call(node, call, { runId, signal }))
  }

  async end(): Promise<void> {
    await this.#own?.end?.()
  }

  /** A server of this machine that does not answer is no failure while a worker node has the engine. */
  async #readOwnModels(signal: AbortSignal): Promise<void> {
    try {
      await this.#own?.refresh?.(signal)
    } catch (error) {
      if (!this.isRemote) throw error
    }
  }

  #join(): void {
    const parts: Facts[] = [
      ...(this.#own === undefined ? [] : [this.#own]),
      ...this.#remote.map(({ engine }) => engine),
    ]
    const [first] = parts
    // Of an engine that is away, the last facts stay.
    if (first === undefined) return
    const has = (name: keyof Capabilities) => parts.every((one) => one.capabilities[name])
    this.#facts = {
      label: first.label,
      kind: first.kind,
      usesSubscription: first.usesSubscription,
      timeoutMs: Math.max(...parts.map(({ timeoutMs }) => timeoutMs)),
      maxCharacters: Math.min(...parts.map(({ maxCharacters }) => maxCharacters)),
      capabilities: {
        images: has('images'),
        structured: has('structured'),
        tools: has('tools'),
      },
    }
  }

  #account(node: string, account: string): Account {
    const id = `${account}@${node}`
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    const made = { id, node, account }
    this.#accounts.set(id, made)
    return made
  }

  #isOwn(account: Account): boolean {
    return !this.#accounts.has(account.id)
  }

  #remoteOf(account: Account): RemoteEngine | undefined {
    const known = this.#accounts.get(account.id)
    return known && this.#remote.find(({ node, isOnline }) => isOnline && node === known.node)
  }

  /** @throws {EngineFailure} for an account of a machine that never had it */
  #target(account: Account): { node: string; account: string } {
    const known = this.#accounts.get(account.id)
    if (known !== undefined) return known
    throw new EngineFailure('unreachable', 'No machine has this account')
  }
}

function hasVectors({ vectorModels = [] }: AnnouncedText): boolean {
  return vectorModels.length > 0
}

const NO_SLOT: Disposable = { [Symbol.dispose]() {} }

const WireEvent = Type.Union([
  Type.Object({
    type: Type.Literal('text'),
    text: Type.String(),
    logprobs: Type.Optional(Type.Unknown()),
  }),
  Type.Object({
    type: Type.Literal('delta'),
    delta: Type.Record(Type.String(), Type.Unknown()),
    logprobs: Type.Optional(Type.Unknown()),
  }),
  Type.Object({
    type: Type.Literal('finish'),
    reason: Type.String(),
    stopSequence: Type.Optional(Type.String()),
  }),
])
const WireEvents = Type.Array(WireEvent)

/**
 * The events of a call for text, each checked.
 *
 * @throws {EngineFailure} `unknown` for what is no event; what the call throws
 */
async function* engineEvents(
  call: AsyncGenerator<readonly unknown[], CallResult>,
): AsyncGenerator<readonly EngineEvent[]> {
  for await (const batch of call) yield checked(batch)
}

function checked(batch: unknown): readonly Static<typeof WireEvent>[] {
  if (matches(WireEvents, batch)) return batch
  throw new EngineFailure('unknown', 'A worker node has sent what is no event of an answer')
}
