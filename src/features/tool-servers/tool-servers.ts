import { type Check, type Finding, finding } from '../../core/doctor/finding.ts'
import type { ToolSource } from '../../core/tools/tools.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { ForeignTool } from './foreign-tool.ts'
import type { ToolServerSettings } from './settings.ts'
import { ToolServer, type ToolServerState } from './tool-server.ts'

interface ToolServersOptions {
  settings: readonly ToolServerSettings[]
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** The servers of others whose tools the owner has chosen. */
export class ToolServers implements ToolSource {
  readonly #servers: readonly ToolServer[]

  constructor({ settings, log, now }: ToolServersOptions) {
    this.#servers = settings.map((own) => new ToolServer({ settings: own, log, now }))
  }

  /** In the order of the settings. */
  get states(): ToolServerState[] {
    return this.#servers.map(({ state }) => state)
  }

  get tools(): ForeignTool[] {
    return this.states.flatMap(({ tools }) => tools)
  }

  async ready(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.ready()))
  }

  /** Asks a server for its list. @throws {AppError} `not_found` */
  async refresh(id: string): Promise<ToolServerState> {
    const server = this.#servers.find(({ state }) => state.id === id)
    if (server === undefined) throw new AppError('not_found', 'There is no tool server of this id')
    await server.refresh()
    return server.state
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()))
  }

  /** Whether each answers and has what the settings name. */
  get checks(): Check[] {
    return this.#servers.map((server) => ({
      id: `tool-server.${server.state.id}`,
      timeoutMs: CHECK_MS,
      async run() {
        await server.refresh()
        return findingsOf(server.state)
      },
    }))
  }
}

/** A server may take as long as its own time limit, of which most are 30 s. */
const CHECK_MS = 35_000

function findingsOf({ id, host, state, error, tools, missing }: ToolServerState): Finding[] {
  const findingId = `tool-server.${id}`
  if (state === 'failed') {
    const facts = { server: id, host, reason: error ?? '' }
    return [finding(findingId, 'warning', 'tool_server_failed', facts)]
  }
  if (missing.length === 0)
    return [finding(findingId, 'ok', 'tool_server_offers', { server: id, tools: tools.length })]
  const names = missing.map(({ tool, reason }) => `${tool} (${reason})`).join(', ')
  return [finding(findingId, 'warning', 'tool_server_withheld', { server: id, names })]
}
