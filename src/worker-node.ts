import { StopSignals } from './cli/startup/stop-signals.ts'
import { terminalFormat } from './cli/startup/terminal-log.ts'
import { storedName } from './cluster/stored-name.ts'
import type { WorkerHost } from './cluster/worker-host.ts'
import { clearProxyVariables } from './config/clear-proxy-variables.ts'
import type { Config } from './config/load.ts'
import { createRegistries } from './create-engines.ts'
import { engineOptions, transcriptionOptions } from './engine-options.ts'
import { killRuns, openRunFolder, sweepRunFolders } from './engines/cli/run-folder.ts'
import { LIMITS } from './limits.ts'
import { LocalAudio } from './media/audio/local-audio.ts'
import { queueAddress } from './open-cluster.ts'
import { createLog, type Log } from './platform/log.ts'
import { VERSION } from './platform/version.ts'
import { readConfigOrExit } from './read-config.ts'

/** Makes calls of an API node with the engines of this machine. Has no port and no database. */
async function main(): Promise<void> {
  clearProxyVariables(process.env)
  const config = readConfigOrExit()
  const name = config.queue.name ?? storedName(config.data_dir)
  const address = queueAddress(config)
  if (address === undefined || name === undefined) {
    process.stderr.write(
      address === undefined
        ? 'Cannot start, one setting is wrong:\n  - QUEUE_URL is missing: a worker node needs the address of the Redis server of its API node\n'
        : 'Cannot start, one setting is wrong:\n  - QUEUE_NAME is missing: the host name cannot be the name of a worker node, which has 1 to 32 letters, digits, _, . or -\n',
    )
    process.exit(2)
  }
  const log = createLog(config.log_level, { format: terminalFormat(config.log_format) })
  process.on('unhandledRejection', (err) =>
    log.error({ err }, 'A promise failed that nobody waited for'),
  )
  // Before any tool runs, because two processes must not use the same login.
  await sweepRunFolders({ log })
  const machine = openEngines(config, log)
  const { WorkerHost } = await import('./cluster/worker-host.ts')
  const { shownAddress } = await import('./cluster/connection.ts')
  // A folder of a run, because the next start removes those of a killed process.
  const folder = await openRunFolder()
  let host: WorkerHost | undefined
  const stop = async (exitCode: number) => {
    await host?.stop()
    await machine.stop()
    await folder[Symbol.asyncDispose]()
    log.flush()
    process.exit(exitCode)
  }
  new StopSignals({
    stop: (signal) => {
      log.info({ signal }, 'Stopping')
      void stop(0)
    },
    kill: () => {
      killRuns()
      process.exit(130)
    },
  }).listen()
  await machine.start()
  let isAnnounced = false
  host = new WorkerHost({
    address,
    name,
    folder: folder.path,
    log,
    prefix: config.queue.prefix,
    width: config.queue.width,
    version: VERSION,
    engines: machine.engines,
    onOnline: () => {
      if (isAnnounced) return
      isAnnounced = true
      const ids = machine.engines().engines.map(({ id }) => id)
      const words = ids.length > 0 ? `engines ${ids.join(', ')}` : 'no engine yet'
      process.stdout.write(`Worker node ${name}: connected to ${shownAddress(address)}, ${words}\n`)
    },
    onReplaced: () => {
      log.error({}, `Another worker node has the name ${name}: give each its own QUEUE_NAME`)
      void stop(1)
    },
  })
  host.start()
}

/** The engines of this machine, found and read as in the service. */
function openEngines(config: Config, log: Log) {
  const { engines, sources } = engineOptions(config, log)
  const { programs } = config
  const env = process.env
  const { text, speech, transcription } = createRegistries({
    engines,
    sources,
    ...transcriptionOptions(config),
    config,
    env,
    audio: new LocalAudio({ programs, env }),
    onReturn: () => undefined,
    log,
    limits: LIMITS,
    now: Date.now,
  })
  const discoveries = [text.discovery, speech.discovery, transcription.discovery]
  const offered = () => [
    // Also a server that has models for vectors alone.
    ...text.registry.entries
      .filter(
        ({ isOffered, isPresent, engine: { vectors } }) =>
          isOffered || (isPresent && vectors !== undefined && vectors.vectorModels.length > 0),
      )
      .map(({ engine }) => engine),
    ...speech.registry.offered,
    ...transcription.registry.offered,
  ]
  return {
    engines: () => ({
      engines: offered(),
      problemOf: ({ id }: { id: string }) => text.registry.failureOf(id)?.message,
    }),
    /** Resolves when each server of models has been asked once. */
    start: async () => {
      for (const discovery of discoveries) discovery.start()
      await text.discovery.scan()
    },
    stop: async () => {
      await Promise.all(discoveries.map((discovery) => discovery.stop()))
      await Promise.all(text.registry.entries.map(({ engine }) => engine.end?.()))
    },
  }
}

await main()
