import type { Cluster } from './cluster/contract.ts'
import { EnginePool } from './cluster/engine-pool.ts'
import { MachineSlots } from './cluster/machine-slots.ts'
import type { Config } from './config/load.ts'
import type { Alerts } from './core/alerts/alerts.ts'
import type { AccountStore } from './core/engines/account-store.ts'
import { Accounts } from './core/engines/accounts.ts'
import { TextGeneration } from './core/engines/answer.ts'
import { EngineDiscovery } from './core/engines/engine-discovery.ts'
import { engineHealth } from './core/engines/engine-health.ts'
import { EngineLanes, SHARED_LANE } from './core/engines/engine-lanes.ts'
import {
  type EngineList,
  type EngineLists,
  EngineRegistry,
} from './core/engines/engine-registry.ts'
import { MediaModels } from './core/engines/media-models.ts'
import { ModelAliases } from './core/engines/model-aliases.ts'
import { Models } from './core/engines/models.ts'
import { VectorModels } from './core/engines/vector-models.ts'
import type { Queue } from './core/tasks/queue.ts'
import type { AnyEngine, EngineSource } from './engines/contract/any-engine.ts'
import type { Engine } from './engines/contract/text.ts'
import { buildSpeechEngines } from './engines/speech/build-speech-engines.ts'
import type { Limits } from './limits.ts'
import type { AudioTools } from './media/contract-audio.ts'
import { ToolContainment } from './platform/containment/tool-containment.ts'
import type { Log } from './platform/log.ts'
import type { ServiceOptions } from './service-options.ts'

/** Which engines of one type there are, or may be found. */
interface RegistryParts<engine> {
  engines?: readonly engine[] | undefined
  builtIn?: readonly engine[]
  fallback?: engine | undefined
  sources?: readonly EngineSource<engine & AnyEngine>[] | undefined
}

interface RegistryOptions
  extends Pick<
    ServiceOptions,
    | 'engines'
    | 'sources'
    | 'fallback'
    | 'speechEngines'
    | 'transcriptionEngines'
    | 'transcriptionSources'
  > {
  config: Config
  env: Readonly<Record<string, string | undefined>>
  audio: AudioTools
  /** Called for each engine that answers again after it had not. */
  onReturn: (engine: AnyEngine) => void
  log: Log
  limits: Limits
  now: () => number
}

/** Creates the registries of the engines of this machine, each with what keeps it up to date. */
export function createRegistries({
  config,
  env,
  audio,
  onReturn,
  log,
  limits,
  now,
  ...given
}: RegistryOptions) {
  function create<engine extends AnyEngine>(parts: RegistryParts<engine>) {
    const { engines = [], builtIn = [], fallback, sources = [] } = parts
    const registry = new EngineRegistry({ engines, builtIn, fallback, now })
    return {
      registry,
      discovery: new EngineDiscovery({ registry, sources, onReturn, log, limits }),
    }
  }
  return {
    text: create(given),
    speech: create(
      given.speechEngines === undefined
        ? buildSpeechEngines(config.speech_engines, {
            environment: env,
            toWav: (source, target, signal) => audio.prepare(source, target, { signal }),
            containment: new ToolContainment({ ...config.programs, env }),
          })
        : { engines: given.speechEngines },
    ),
    transcription: create({
      engines: given.transcriptionEngines,
      sources: given.transcriptionSources,
    }),
  }
}

/** Where callers find the names of models. */
const MODELS_HINT = 'GET /v1/models lists them'

interface EngineParts {
  options: Omit<ServiceOptions, 'config' | 'log' | 'env' | 'now' | 'limits' | 'audio'>
  /** Heavy tasks at a time on this machine. */
  heavyWidth: number
  config: Config
  env: Readonly<Record<string, string | undefined>>
  audio: AudioTools
  store: AccountStore
  alerts: Alerts
  limits: Limits
  log: Log
  now: () => number
}

/** Creates what knows the engines of all machines, their accounts and models, and asks them. */
export function createEngines({
  options,
  heavyWidth,
  config,
  store,
  alerts,
  ...parts
}: EngineParts) {
  const { limits, log, now } = parts
  const { engines, sources, pool, follow } = joinCluster({
    cluster: options.cluster,
    ownWidth: heavyWidth,
    engines: options.engines,
    sources: options.sources ?? [],
  })
  const { text, speech, transcription } = createRegistries({
    ...options,
    ...parts,
    config,
    engines,
    sources,
    onReturn: ({ type, id }) => {
      const engine = lists[type].offered.find((one) => one.id === id)
      if (engine !== undefined) accounts.serverReturned(engine)
    },
  })
  const { registry, discovery } = text
  const lists: EngineLists = {
    text: registry,
    speech: pooled(speech.registry, pool && ((own) => pool.speech(own))),
    transcription: pooled(transcription.registry, pool && ((own) => pool.transcription(own))),
  }
  const discoveries = {
    text: discovery,
    speech: speech.discovery,
    transcription: transcription.discovery,
  }
  const accounts = new Accounts({
    registry,
    others: [lists.speech, lists.transcription],
    store,
    alerts,
    log,
    now,
    onFailure: ({ type }, { verdict }) => {
      if (verdict !== 'request') void discoveries[type].scan()
    },
  })
  const mediaModels = new MediaModels({ engines: lists, accounts })
  const aliases = new ModelAliases(config.aliases)
  const scan = () => (discovery.isActive ? discovery.scanBriefly() : undefined)
  const vectorModels = new VectorModels({
    registry,
    accounts,
    aliases,
    hint: MODELS_HINT,
    isChatModel: (caller, name) => models.has(caller, name),
    scan,
  })
  const models = new Models({
    aliases,
    registry,
    otherUseOf: (name) => mediaModels.useOf(name) ?? vectorModels.useOf(name),
    hint: MODELS_HINT,
    scan,
    canAnswer: (candidate) => accounts.canAnswer(candidate),
  })
  const engineLanes = new EngineLanes(registry)
  return {
    registry,
    discoveries,
    engineLists: lists,
    accounts,
    models,
    mediaModels,
    vectorModels,
    engineLanes,
    speechHealth: engineHealth({ accounts, engines: lists.speech, now }),
    transcriptionHealth: engineHealth({ accounts, engines: lists.transcription, now }),
    textGeneration: new TextGeneration({
      accounts,
      lanes: engineLanes,
      modelLoadWaitMs: limits.modelLoadWaitMs,
      maxAnswerBytes: config.max_answer_bytes,
      log,
      now,
    }),
    /** Keeps all of it as the worker nodes are. */
    follow: (queue: Queue) => follow({ discovery, accounts, queue }),
  }
}

/** The engines of this machine, joined with those of worker nodes where there are any. */
function pooled<engine extends AnyEngine>(
  own: EngineList<engine>,
  join: ((own: readonly engine[]) => readonly engine[]) | undefined,
): EngineList<engine> {
  if (join === undefined) return own
  return {
    get offered() {
      return join(own.offered)
    },
    isConfigured: (id) => own.isConfigured(id),
  }
}

interface JoinOptions {
  /** Absent where there is one machine only. */
  cluster: Cluster | undefined
  /** Heavy tasks at a time on this machine. */
  ownWidth: number
  engines: readonly Engine[]
  sources: readonly EngineSource[]
}

/** What follows the worker nodes. */
interface Followers {
  discovery: EngineDiscovery
  accounts: Accounts
  queue: Queue
}

/** Joins the engines of this machine with those of worker nodes, where there are any. */
function joinCluster({ cluster, ownWidth, engines, sources }: JoinOptions) {
  if (cluster === undefined) return { engines, sources, pool: undefined, follow() {} }
  const slots = new MachineSlots()
  const pool = new EnginePool({ cluster, slots, ownWidth })
  return {
    engines: engines.map((engine) => pool.own(engine)),
    sources: sources.map((source) => pool.ownSource(source)),
    pool,
    /** Keeps engines, accounts and the width of the line as the worker nodes are. */
    follow({ discovery, accounts, queue }: Followers): void {
      const update = () => {
        const { results, returned } = pool.update()
        discovery.take(results, sources.length)
        for (const { engine, isReturned } of returned) accounts.serverReturned(engine, isReturned)
        queue.resize(SHARED_LANE, pool.width)
      }
      cluster.onChange(update)
      update()
    },
  }
}
