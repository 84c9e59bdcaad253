import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/load.ts'
import { buildEngines } from '../../src/engines/build-engines.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { type ProfileChangeBody, profileChangeOf } from '../../src/features/shared/profile-view.ts'
import { cachedBuild } from '../../src/features/web-app/cached-build.ts'
import { type Connection, setConnection } from '../../src/http/server/connection.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { randomId } from '../../src/platform/ids.ts'
import type { Language } from '../../src/platform/languages.ts'
import { createLog } from '../../src/platform/log.ts'
import type { ServiceOptions } from '../../src/service-options.ts'
import { createServices } from '../../src/services.ts'
import { AUDIT_ACTOR } from './audit-actor.ts'
import { testCluster } from './cluster.ts'
import { DescribedAnswers } from './described-answers.ts'
import { bucketPrefix } from './kept-storage.ts'

export const PRIMARY_KEY = 'primary-key-of-the-tests'

/** By default without engines, worker nodes and a sandbox, silent, and with the embedded voice. */
export interface TestOptions extends Partial<Omit<ServiceOptions, 'config' | 'env'>> {
  /** Environment settings over the tests' own. */
  env?: Record<string, string>
  /** Base URL of a local model server; becomes the engine `local`. */
  upstream?: string
  /** The `[backups]` table. */
  backups?: Record<string, boolean | number | string>
  /** Further tables of the settings file. */
  file?: string
  /** Creates a feature beside the service's own. */
  more?: Parameters<typeof createServices>[1]
  /** Whether all engines are of one machine and share its line, also where it is a worker node. */
  isOneMachine?: boolean
}

const SILENT = createLog('silent')
/** By what they are read from, because reading takes a tenth of a start. */
const configs = new Map<string, ReturnType<typeof loadConfig>>()
const builds = new Map<Language, ReturnType<typeof cachedBuild>>()

/** One build of a language for all tests, because it takes longer than most of them. */
export function builtOnce(language: Language = 'en'): ReturnType<typeof cachedBuild> {
  const build = builds.get(language) ?? cachedBuild(language)
  builds.set(language, build)
  return build
}

/** The whole service over a database in memory, without a socket. */
export function createTestApp({
  env = {},
  engines,
  upstream,
  backups = {},
  file = '',
  log = SILENT,
  isOneMachine = false,
  more,
  ...rest
}: TestOptions = {}) {
  const config = configOf(
    {
      ...{ PORT: '0', PRIMARY_KEY, DATA_DIR: ':memory:', LOG_LEVEL: 'silent' },
      ...bucketVariables(env['DATA_DIR']),
      ...env,
    },
    `${backupTable(backups)}\n${file}`,
  )
  const given = engines ?? (upstream === undefined ? [] : [localEngine(upstream)])
  const remote =
    rest.cluster === undefined ? testCluster(given, { ...rest, isOneMachine }) : undefined
  const services = createServices(
    {
      ...{ config, log, env, buildWebApp: builtOnce, engines: given },
      ...rest,
      // Then this machine has the others only.
      ...remote?.options,
    },
    more,
  )
  services.lifecycle.start()
  const app = createApp(services)
  const answers = new DescribedAnswers(app.routes)
  /** Answers at once where the app does, because some tests depend on the order of answers. */
  const answered = (request: Request): Response | Promise<Response> => {
    const answer = app.fetch(request)
    return answer instanceof Promise
      ? answer.then((late) => answers.check(request, late))
      : answers.check(request, answer)
  }
  const fetch = (request: Request): Response | Promise<Response> =>
    remote?.starting()?.then(() => answered(request)) ?? answered(request)
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    Promise.resolve(fetch(requestOf(path, init)))
  return {
    app,
    fetch,
    services,
    request,
    /** Sends a request with the Primary Key, and a JSON body where one is given. */
    asOwner: (method: string, path: string, body?: unknown) =>
      request(path, jsonInit(method, body, { authorization: `Bearer ${PRIMARY_KEY}` })),
    makeKey: (
      profile: ProfileChangeBody = { generate: true, agent_engines: ['local'] },
      label = freeLabel(services),
    ) => makeKey(services, profile, label),
    async [Symbol.asyncDispose]() {
      await services.lifecycle.stop(0)
      await remote?.stop()
      await answers.finish()
    },
  }
}
export type TestApp = ReturnType<typeof createTestApp>

/**
 * The bucket that the environment of the tests names, with a prefix for each service; two over one
 * data folder have the same.
 */
function bucketVariables(dataFolder?: string): Record<string, string> {
  const given = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('FILES_S3_') && value !== undefined ? [[name, value]] : [],
  )
  if (given.length === 0) return {}
  const prefix = dataFolder === undefined ? `${randomId('t')}/` : bucketPrefix(dataFolder)
  return { ...Object.fromEntries(given), FILES_S3_PREFIX: prefix }
}

function configOf(variables: Record<string, string>, file: string) {
  const name = JSON.stringify([variables, file])
  const config = configs.get(name) ?? loadConfig(variables, () => file)
  configs.set(name, config)
  return config
}

function backupTable(backups: NonNullable<TestOptions['backups']>): string {
  const lines = Object.entries(backups).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return ['[backups]', ...lines].join('\n')
}

/** The same, listening on loopback. */
export function startService(options: TestOptions = {}) {
  const test = createTestApp(options)
  const { services } = test
  const listeners = listen({
    app: { fetch: test.fetch, routes: test.app.routes },
    log: services.log,
    metrics: services.metrics,
    record: services.recordRequest,
    settings: services.config,
    limits: services.limits,
  })
  const port = listeners.main.port ?? 0
  return {
    ...test,
    port,
    edgePort: listeners.edge?.port,
    url: `http://127.0.0.1:${port}`,
    stop: () => listeners.stop(),
    async [Symbol.asyncDispose]() {
      await services.lifecycle.stop(0)
      await listeners.stop()
      await test[Symbol.asyncDispose]()
    },
  }
}
export type TestService = ReturnType<typeof startService>

export function localEngine(
  base_url: string,
  settings: {
    id?: string
    timeout_seconds?: number
    max_characters?: number
    parallel?: number
    /** Undefined for those that the server lists. */
    models?: string[] | undefined
  } = {},
): Engine {
  const { models, ...rest } = { models: ['test-model'], ...settings }
  const [engine] = buildEngines([
    {
      ...{ id: 'local', adapter: 'openai-http', base_url },
      ...{ max_characters: 100_000, timeout_seconds: 300 },
      ...rest,
      ...(models === undefined ? {} : { models }),
    },
  ])
  if (engine === undefined) throw new Error('One setting makes one engine')
  return engine
}

/** A request as it arrives over a connection, by default one of this machine. */
export function requestOf(
  path: string,
  init: RequestInit,
  over: Partial<Connection> = {},
): Request {
  const request = new Request(`http://localhost${path}`, init)
  const connection = { requestId: 'test', viaProxy: false, address: '127.0.0.1' }
  setConnection(request, { ...connection, client: 'unknown', ...over })
  return request
}

export function jsonInit(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit {
  if (body === undefined) return { method, headers }
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** `tester` for the first key of a service; labels are unique. */
function freeLabel({ keys }: ReturnType<typeof createServices>): string {
  return keys.list(1, undefined).items.length === 0 ? 'tester' : `tester ${crypto.randomUUID()}`
}

/** Makes a key that may use engines and tasks whether or not they exist. */
function makeKey(
  { keys }: ReturnType<typeof createServices>,
  given: ProfileChangeBody,
  label: string,
) {
  const profile = profileChangeOf(given)
  const known = {
    engines: profile.agentEngines ?? [],
    agentTasks: profile.agentTasks ?? [],
    workerProfiles: profile.workerProfiles ?? [],
    tools: profile.tools ?? [],
  }
  const { key, record } = keys.create({ label, access: { profile, known } }, AUDIT_ACTOR)
  return { key, id: record.id, authorization: `Bearer ${key}` }
}
