import { readFileSync } from 'node:fs'
import { createApp } from './app.ts'
import { type Config, ConfigError, loadConfig } from './config/load.ts'
import { buildEngines } from './engines/build-engines.ts'
import { killRuns, sweepRunFolders } from './engines/cli/run-folder.ts'
import type { Engine } from './engines/contract/text.ts'
import { Demo } from './engines/demo/demo.ts'
import { findLocalServers } from './engines/find-local-servers.ts'
import { type Listeners, listen } from './http/server/listeners.ts'
import { deadline } from './platform/deadline.ts'
import { createLog, type Log } from './platform/log.ts'
import { createServices } from './services.ts'

async function main(): Promise<void> {
  const config = readConfig()
  bypassProxy(config)
  const log = createLog(config.log_level)
  const engines = await chooseEngines(config, log)
  const services = step(`Cannot use the data folder ${config.data_dir}`, () =>
    createServices({ config, engines, log }),
  )
  if (services.primary.made !== undefined) {
    process.stdout.write(`Primary Key, shown only this once: ${services.primary.made}\n`)
  }
  // Before any tool runs: a login must not be in use twice.
  await sweepRunFolders({ log })
  const { limits } = services
  const app = createApp(services)
  const listeners = step(`Cannot listen on ${addresses(config)}`, () =>
    listen({ app, log, metrics: services.metrics, settings: config, limits }),
  )
  // After the port is ours: a second start by mistake must not take up the jobs of the first. No
  // request is handled before this turn has ended.
  services.lifecycle.start()
  services.spool.sweep(new Set(services.jobs.files()))
  if (listeners.edge !== undefined)
    log.info({ url: listeners.edge.url.href }, 'The edge listener is open')

  let stopping = false
  const stop = async (signal: string) => {
    // Who asks twice does not want to wait; jobs are safe, as after a crash.
    if (stopping && signal === 'SIGINT') {
      killRuns()
      process.exit(130)
    }
    if (stopping) return
    stopping = true
    log.info({ signal, graceSeconds: limits.stopGraceMs / 1000 }, 'Stopping: no new work is taken')
    await services.lifecycle.stop(limits.stopGraceMs, () =>
      closeListeners(listeners, limits.stopSendingMs),
    )
    log.info({}, 'Stopped')
    log.flush()
    process.exit(0)
  }
  process.on('unhandledRejection', (err) =>
    log.error({ err }, 'A promise failed that nobody waited for'),
  )
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.stdout.write(`Hearth is listening on ${listeners.main.url.href.replace(/\/$/, '')}\n`)
}

/** Takes no more connections, lets the answers under way reach their clients, then closes all. */
async function closeListeners({ main, edge, stop }: Listeners, sendingMs: number): Promise<void> {
  await deadline(Promise.all([main.stop(), edge?.stop()]), sendingMs, {
    onTimeout: () => undefined,
  })
  await stop()
}

/** A step that the machine may refuse (a folder, a port): then one line says so, and no trace. */
function step<value>(refusal: string, take: () => value): value {
  try {
    return take()
  } catch (error) {
    // What the machine says has a code; anything else is a fault of ours and keeps its trace.
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (!(error instanceof Error) || typeof code !== 'string') throw error
    const reason = code === 'EADDRINUSE' ? 'the port is taken' : error.message.split('\n', 1)[0]
    process.stderr.write(`${refusal}: ${reason}\n`)
    process.exit(1)
  }
}

function addresses({ host, port, edge_host, edge_port }: Config): string {
  const main = `${host}:${port}`
  return edge_port === undefined ? main : `${main} and ${edge_host}:${edge_port}`
}

/** `fetch` follows HTTP_PROXY; what is said to an engine in the house must not leave it. */
function bypassProxy({ engines }: Config): void {
  const hosts = engines
    .flatMap(({ base_url }) => base_url ?? [])
    .map((url) => new URL(url).hostname)
  const given = process.env['NO_PROXY'] ?? process.env['no_proxy'] ?? ''
  process.env['NO_PROXY'] = [given, 'localhost', '127.0.0.1', '::1', ...hosts]
    .filter(Boolean)
    .join(',')
}

function readConfig(): Config {
  try {
    return loadConfig(process.env, readIfThere)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

/** Only a file that is not there is no file: one that cannot be read would be left out unseen. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    if (code === 'ENOENT') return undefined
    throw new ConfigError([`${path}: cannot be read (${String(code)})`])
  }
}

/** The configured engines; else the local servers that answer; else the demonstration. */
async function chooseEngines(config: Config, log: Log): Promise<Engine[]> {
  if (config.engines.length > 0) return buildEngines(config.engines, process.env)
  const tools = ['claude', 'codex', 'gemini', 'agy'].filter((name) => Bun.which(name) !== null)
  if (tools.length > 0) {
    // A login is the owner's to lend: found, but not used unasked.
    log.info(
      { tools },
      'Command-line tools were found: add their accounts to hearth.toml to use them',
    )
  }
  const found = await findLocalServers()
  if (found.length > 0) {
    log.info(
      { found: found.map(({ label, base_url, models }) => ({ label, base_url, models })) },
      'No engine is configured: local model servers were found',
    )
    return buildEngines(found)
  }
  log.warn(
    {},
    'No engine is configured and no local model server was found: the demonstration engine answers',
  )
  return [new Demo()]
}

await main()
