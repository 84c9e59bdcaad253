import { readFileSync } from 'node:fs'
import { createApp } from './app.ts'
import { listen } from './edge/listeners.ts'
import { buildEngines } from './engines/build.ts'
import type { Engine } from './engines/contract.ts'
import { Demo } from './engines/demo/demo.ts'
import { findLocalServers } from './engines/find-local.ts'
import { type Config, ConfigError, loadConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { createServices } from './services.ts'

/** How long work may go on after SIGTERM. */
const GRACE_MS = 20_000

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.log_level)
  const services = createServices({ config, engines: await chooseEngines(config, log), log })
  if (services.primary.made !== undefined) {
    process.stdout.write(`Primary Key, shown only this once: ${services.primary.made}\n`)
  }
  services.lifecycle.start()
  const listeners = listen({
    fetch: createApp(services).fetch,
    log,
    metrics: services.metrics,
    settings: config,
  })
  if (listeners.edge !== undefined)
    log.info({ url: listeners.edge.url.href }, 'The edge listener is open')
  process.stdout.write(`Hearth is listening on ${listeners.house.url.href.replace(/\/$/, '')}\n`)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal, graceSeconds: GRACE_MS / 1000 }, 'Stopping: no new work is taken')
    await services.lifecycle.stop(GRACE_MS)
    await listeners.stop()
    log.info({}, 'Stopped')
    log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
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

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The configured engines; else the local servers that answer; else the demonstration. */
async function chooseEngines(config: Config, log: Log): Promise<Engine[]> {
  if (config.engines.length > 0) return buildEngines(config.engines)
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
