import { equal } from 'node:assert/strict'
import { join } from 'node:path'
import { LIMITS } from '../../../src/limits.ts'
import { PRIMARY_KEY, startService } from '../../support/service.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { install, run } from '../install.ts'
import { runCases, Skipped } from '../run-cases.ts'
import type { ContractResult } from '../suite.ts'
import { authorized } from './authorization.ts'
import { driveClient, MCP_CLIENTS } from './clients.ts'
import { createFixtureTools } from './fixture-tools.ts'

const RUN_MS = 300_000
/** Those that fail because Hearth offers no such thing; a failure beside them, or a pass, is one. */
const baseline = (name: string) => join(import.meta.dir, `expected-failures-${name}.yml`)

/**
 * Has the conformance suite of the Model Context Protocol check `/mcp`, for both generations, and real
 * clients use it.
 *
 * @param chosen Names of cases; by default all
 */
export async function runMcp(chosen?: readonly string[]): Promise<ContractResult> {
  const table: string[] = []
  const clients = Object.entries(MCP_CLIENTS).map(([name, client]) => {
    const drive = async () => {
      const row = (result: string) => table.push(`${name.padEnd(12)} read_word  ${result}`)
      try {
        const seen = await driveClient(name, client)
        row(`ok: ${seen}`)
        return seen
      } catch (error) {
        row(error instanceof Skipped ? `skipped: ${error.message}` : 'FAILED')
        throw error
      }
    }
    return [`client-${client.command.replace('@modelcontextprotocol/', '')}`, drive] as const
  })
  const result = await runCases(
    {
      'mcp-2025': () => judged('0.1.16', '2025'),
      'mcp-2026': () => judged('0.2.0-alpha.12', '2026', '--requirements', '2026-07-28'),
      'mcp-oauth': async () => authorized(await suite('0.2.0-alpha.12')),
      ...Object.fromEntries(clients),
    },
    chosen,
  )
  if (table.length > 0) console.log(['Client       tool       result', ...table].join('\n'))
  return result
}

async function judged(version: string, name: string, ...options: string[]): Promise<string> {
  const command = await suite(version)
  await using service = startService({
    more: createFixtureTools,
    limits: { ...LIMITS, mcpProgressMs: 20 },
  })
  using proxy = bearerProxy(service.url)
  using folder = tempFolder()
  const { code, text } = await run(
    [
      ...[process.execPath, command, 'server', '--url', `${proxy.url}/mcp`],
      ...['--expected-failures', baseline(name), '--output-dir', folder.path, ...options],
    ],
    RUN_MS,
    { HOME: folder.path },
  )
  const end = text.trimEnd().split('\n').slice(-40).join('\n')
  equal(code, 0, end)
  return /Total: .*/.exec(text)?.[0] ?? 'no total'
}

/** @throws {Skipped} where it cannot be installed */
function suite(version: string): Promise<string> {
  const name = '@modelcontextprotocol/conformance'
  const tool = { command: 'conformance', package: name, version, isForBun: true }
  return install(tool).catch((error: unknown) => {
    throw new Skipped(String(error))
  })
}

/** The judge sends no credential, so this adds one. Host and Origin stay what the judge has sent. */
function bearerProxy(target: string) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${PRIMARY_KEY}`)
      const { pathname, search } = new URL(request.url)
      const { method, signal } = request
      const body = method === 'GET' || method === 'HEAD' ? undefined : await request.bytes()
      const answer = await fetch(target + pathname + search, {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      })
      const { status } = answer
      return new Response(answer.body, { status, headers: answer.headers })
    },
  })
  return {
    url: `http://localhost:${server.port}`,
    [Symbol.dispose]: () => void server.stop(true),
  }
}
