import type { Config } from './config/load.ts'
import { Accounts } from './core/accounts/accounts.ts'
import { EngineDiscovery } from './core/accounts/engine-discovery.ts'
import { EngineRegistry } from './core/accounts/engine-registry.ts'
import type { Alerts } from './core/alerts/alerts.ts'
import type { Queue } from './core/tasks/queue.ts'
import { Answerer } from './core/text/answer.ts'
import { EngineLanes } from './core/text/engine-lanes.ts'
import { ModelAliases } from './core/text/model-aliases.ts'
import { Models } from './core/text/models.ts'
import { createMediaEngines, createMediaHealth } from './create-media-engines.ts'
import type { AccountStore } from './db/account-store.ts'
import { joinCluster } from './join-cluster.ts'
import type { Limits } from './limits.ts'
import type { AudioTools } from './media/contract-audio.ts'
import type { Log } from './platform/log.ts'
import type { ServiceOptions } from './service-options.ts'

interface EngineParts {
  options: Pick<
    ServiceOptions,
    | 'engines'
    | 'sources'
    | 'fallback'
    | 'cluster'
    | 'speechEngines'
    | 'recognisers'
    | 'recogniserSources'
  >
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
  const {
    engines,
    sources,
    media: pool,
    follow,
  } = joinCluster({
    ...{ cluster: options.cluster, ownWidth: heavyWidth, engines: options.engines },
    sources: options.sources ?? [],
  })
  const registry = new EngineRegistry({ engines, fallback: options.fallback, now })
  const {
    speechEngines,
    recogniserRegistry,
    offered: mediaOffered,
    list: mediaList,
  } = createMediaEngines({
    ...{ ...parts, config, pool },
    ...{ speechEngines: options.speechEngines, recognisers: options.recognisers },
    recogniserSources: options.recogniserSources,
    onRecogniserReturn: (id) => accounts.mediaReturned('transcription', id),
  })
  const accounts = new Accounts({
    ...{ registry, media: mediaList, store, alerts, log, now },
    onFailure: ({ run, readModels }, { verdict }) => {
      if (verdict === 'request') return
      if (readModels !== undefined) void engineDiscovery.scan()
      if (run === undefined) void recogniserRegistry.scan()
    },
  })
  const engineDiscovery = new EngineDiscovery({
    ...{ registry, sources, log, limits },
    onReturn: (engine) => accounts.serverReturned(engine),
  })
  const health = createMediaHealth(mediaList, { accounts, now })
  const models = new Models({
    aliases: new ModelAliases(config.aliases),
    registry,
    otherUseOf: (name) => health.mediaModels.useOf(name),
    hint: 'GET /v1/models lists them',
    scan: () => (engineDiscovery.isActive ? engineDiscovery.scanBriefly() : undefined),
    canAnswer: (candidate) => accounts.canAnswer(candidate),
  })
  const engineLanes = new EngineLanes(registry)
  const { modelLoadWaitMs } = limits
  return {
    ...{ registry, engineDiscovery, accounts, models, engineLanes },
    ...{ speechEngines, recogniserRegistry, mediaOffered, mediaList },
    ...health,
    answerer: new Answerer({
      ...{ accounts, lanes: engineLanes, modelLoadWaitMs, log, now },
      maxAnswerBytes: config.max_answer_bytes,
    }),
    /** Keeps all of it as the worker nodes are. */
    follow: (queue: Queue) => follow({ discovery: engineDiscovery, accounts, queue }),
  }
}
