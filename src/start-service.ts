import { join } from 'node:path'
import { createApp } from './app.ts'
import { bundleInChild } from './bundle.ts'
import { COMMAND_SOCKET } from './cli/ask-service.ts'
import { engineRows, engineTable } from './cli/startup/engine-table.ts'
import { bindFailure, dataFolderFailure } from './cli/startup/failures.ts'
import { announceStop, StopSignals } from './cli/startup/stop-signals.ts'
import { createStyler, hasColours, terminalFormat } from './cli/startup/terminal-log.ts'
import { clearProxyVariables } from './config/clear-proxy-variables.ts'
import type { Config } from './config/load.ts'
import { engineOptions, transcriptionOptions } from './engine-options.ts'
import { killRuns, sweepRunFolders } from './engines/cli/run-folder.ts'
import { absentCommands, installedTools } from './engines/installed-tools.ts'
import { LOCAL_SERVER_IDS } from './engines/local-servers.ts'
import { backupCommands } from './features/backups/http/commands.ts'
import { otherUrls, ownUrl } from './http/server/addresses.ts'
import { BindError, bindListeners, type Listeners } from './http/server/listeners.ts'
import { listenLocally } from './http/server/local-socket.ts'
import { LIMITS } from './limits.ts'
import { meetWorkerNodes, openCluster } from './open-cluster.ts'
import { deadline } from './platform/deadline.ts'
import { createLog } from './platform/log.ts'
import { readConfigOrExit } from './read-config.ts'
import type { ServiceOptions } from './service-options.ts'
import { createServices, type Services } from './services.ts'

/** Milliseconds after the start, which is to have the processor to itself. */
const PREPARE_AFTER_MS = 1_000
const FIRST_QUESTION = '{"model": "auto", "messages": [{"role": "user", "content": "Hello"}]}'
const FIRST_STEPS_SHOWN = 'first_steps_shown'

/** Starts the service in this process, which it ends where it cannot. */
export async function startService(): Promise<void> {
  // Before anything is fetched.
  const proxyVariables = clearProxyVariables(process.env)
  const config = readConfigOrExit()
  const log = createLog(config.log_level, { format: terminalFormat(config.log_format) })
  for (const name of proxyVariables)
    log.warn({}, `${name} is ignored: EGRESS_PROXY is for downloads from addresses that users give`)
  // Before anything is written, so that a start on a taken port changes nothing.
  const listeners = await bindOrExit(config)
  const { env } = process
  const isDevelopment = env['NODE_ENV'] === 'development'
  const engines = { ...engineOptions(config, log), ...transcriptionOptions(config) }
  const cluster = await openCluster(config, log)
  const heavyWidth = config.queue.width
  const services = openServices({
    config,
    ...engines,
    log,
    env,
    isDevelopment,
    cluster,
    heavyWidth,
  })
  const { primary, limits, lifecycle } = services
  if (primary.made !== undefined) {
    process.stdout.write(`Primary Key, shown only this once: ${primary.made}\n`)
    primary.keep()
  }
  // Before any tool runs, because two processes must not use the same login.
  await sweepRunFolders({ log })
  await services.workers.makeRoom()
  await meetWorkerNodes(cluster)
  const { metrics, recordRequest: record } = services
  listeners.serve({ app: createApp(services), log, metrics, record })
  lifecycle.start()
  const commands = openCommandSocket(services)
  void reportEngines(services)
  void reportBucket(services)
  setTimeout(() => void prepare(services, isDevelopment), PREPARE_AFTER_MS)
  services.spool.sweep(new Set(services.jobs.files()))
  process.on('unhandledRejection', (err) =>
    log.error({ err }, 'A promise failed that nobody waited for'),
  )
  const signals = new StopSignals({
    stop: async (signal) => {
      announceStop(signal, lifecycle.openWork(), { log, graceMs: limits.stopGraceMs })
      let exitCode = 0
      try {
        await lifecycle.stop(limits.stopGraceMs, async () => {
          await closeListeners(listeners, limits.stopSendingMs)
          await commands[Symbol.asyncDispose]()
        })
        log.info({}, 'Stopped')
      } catch (err) {
        // A process that stays would answer nothing and hold the data folder.
        log.error({ err }, 'The stop has failed')
        exitCode = 1
      }
      log.flush()
      process.exit(exitCode)
    },
    // Jobs are recovered as after a crash.
    kill: () => {
      killRuns()
      process.exit(130)
    },
  })
  signals.listen()
  announceStart(services, listeners)
}

/** Makes what the first visitor and the next start need not wait for then. */
async function prepare(services: Services, isDevelopment: boolean): Promise<void> {
  const { webApp, log } = services
  void trySandbox(services)
  await webApp
    .prepare(services.users.chosenLanguages())
    .catch((err) => log.error({ err }, 'Cannot build the pages: browsers get an error'))
  if (isDevelopment) return
  const reason = await bundleInChild()
  if (reason !== undefined) log.debug({ reason }, 'Cannot bundle the service for its next start')
}

/** Says where the service listens; on the first start also what to do with it. */
function announceStart({ config, stores, primary, log }: Services, listeners: Listeners): void {
  const { main, edge } = listeners
  const port = main.port ?? config.port
  const others = otherUrls(config.host, port)
  const isFirst = takeFirstStart(stores.settings, primary.made !== undefined)
  // One write, so that a reader of the first line has the others as well.
  process.stdout.write(
    [
      `Hearth is listening on ${main.url.href.replace(/\/$/, '')}\n`,
      ...(others.length > 0
        ? [`Other machines of the network reach it at ${others.join(' or ')}\n`]
        : []),
      ...(isFirst ? [firstSteps(ownUrl(config.host, port))] : []),
    ].join(''),
  )
  if (edge !== undefined) log.info({ url: edge.url.href }, 'The edge listener is open')
}

interface SettingStore {
  get(name: string): string | undefined
  set(name: string, value: string): void
}

/**
 * Text of the first start: a page to open and a request to paste.
 *
 * @param url Where this machine reaches the service, without a slash at the end
 */
function firstSteps(url: string): string {
  return [
    '',
    `  In a browser:  ${url}/`,
    '  A first request (the Primary Key goes into the first line):',
    '',
    "    KEY='…'",
    `    curl ${url}/v1/chat/completions -H "Authorization: Bearer $KEY" -d '${FIRST_QUESTION}'`,
    '',
    '',
  ].join('\n')
}

/** Whether this is the first start over a database; later calls say no. */
function takeFirstStart(settings: SettingStore, isNewKey: boolean): boolean {
  const isKnown = settings.get(FIRST_STEPS_SHOWN) !== undefined
  // A database of an earlier version has a Primary Key and no mark.
  if (isKnown || (!isNewKey && settings.get('primary_key_sha256') !== undefined)) return false
  settings.set(FIRST_STEPS_SHOWN, 'true')
  return true
}

/** Before the first job, so that the log says why there can be none; ends what a kill has left. */
async function trySandbox({ sandbox, log }: Services): Promise<void> {
  try {
    const state = await sandbox.state()
    if (!state.ok) log.info({ reason: state.reason, fix: state.fix }, 'Worker jobs are off')
  } catch (err) {
    log.error({ err }, 'Cannot try the sandbox of worker jobs')
  }
}

/** Says once why files cannot be stored, instead of with the first that comes. */
async function reportBucket({ bucketError, log }: Services): Promise<void> {
  try {
    const problem = await bucketError()
    if (problem !== undefined) log.error({}, `${problem.says}. ${problem.fix}`)
  } catch (err) {
    log.error({ err }, 'Cannot try the bucket of files')
  }
}

/** Stops accepting connections, waits until responses are sent, then closes all connections. */
async function closeListeners({ main, edge, stop }: Listeners, sendingMs: number): Promise<void> {
  await deadline(Promise.all([main.stop(), edge?.stop()]), sendingMs, {
    onTimeout: () => undefined,
  })
  await stop()
}

async function bindOrExit(config: Config): Promise<Listeners> {
  try {
    return bindListeners(config, LIMITS)
  } catch (error) {
    if (!(error instanceof BindError)) throw error
    process.stderr.write(`${await bindFailure(error)}\n`)
    process.exit(1)
  }
}

function openServices(options: ServiceOptions): Services {
  try {
    return createServices(options)
  } catch (error) {
    const failure = dataFolderFailure(options.config.data_dir, error)
    if (failure === undefined) throw error
    process.stderr.write(`${failure.sentence}\n`)
    process.exit(failure.exitCode)
  }
}

/**
 * Reports once, after the first scan of the model servers, what answers and what is missing. Later
 * changes are lines of the log.
 */
async function reportEngines({ accountAdmin, discoveries, config, log }: Services) {
  await discoveries.text.scan()
  const environment = process.env
  const rows = engineRows(accountAdmin.list(), {
    // The tools are only reported: a login is not used without the owner's consent.
    tools: installedTools(environment),
    absentCommands: absentCommands(config.engines, environment),
    searched: config.engines.length > 0 ? [] : LOCAL_SERVER_IDS,
  })
  if (terminalFormat(config.log_format) === undefined) log.info({ engines: rows }, 'Engines')
  else process.stderr.write(engineTable(rows, createStyler(hasColours(process.stderr))))
}

/** Answers the commands of `src/cli` that need the running service. */
function openCommandSocket({ config, backups, log }: Services): AsyncDisposable {
  if (backups === undefined) return { [Symbol.asyncDispose]: async () => undefined }
  const path = join(config.data_dir, COMMAND_SOCKET)
  return listenLocally({ path, log, fetch: backupCommands(backups, log) })
}
