import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fixtureTool } from '../../support/mcp.ts'
import { startService } from '../../support/service.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import {
  chunk,
  sse,
  startUpstream,
  streamText,
  type UpstreamRequest,
} from '../../support/upstream.ts'
import { OPENCODE, OPENCODE_ENV } from '../assistants.ts'
import { install, installBeside, type NpmTool, run } from '../install.ts'
import { Skipped } from '../run-cases.ts'

const RUN_MS = 180_000
const TOOL = 'read_word'
/** What the tool says, and the model then repeats. */
const WORD = 'heron'

/** A client at work: in folders of its own, with a key that may call one tool. */
interface ClientRun {
  command: string
  url: string
  key: string
  home: string
  work: string
  /** Runs a command in the folder of the client. @throws {Error} where it fails */
  run(command: readonly string[], env?: Record<string, string>): Promise<string>
}

/** A real client of the Model Context Protocol. */
interface McpClient extends NpmTool {
  /** Of Node, which it needs. */
  node?: number
  /** Connects as the manual says. @returns What it says of the server */
  list(client: ClientRun): Promise<string>
  /** Lets it call the tool, by its model where it has one. @returns What it says at the end */
  call(client: ClientRun): Promise<string>
}

const bun = (command: string, ...options: string[]) => [process.execPath, command, ...options]
const inspector = ({ command, url, key }: ClientRun, ...options: string[]) =>
  bun(
    command,
    ...['--cli', `${url}/mcp`, '--transport', 'http'],
    ...['--header', `Authorization: Bearer ${key}`, ...options],
  )

/** Those that the manual has lines for, and the library of which most others are made. */
export const MCP_CLIENTS: Readonly<Record<string, McpClient>> = {
  'Claude Code': {
    ...{ command: 'claude', package: '@anthropic-ai/claude-code', version: '2.1.330' },
    async list({ command, url, key, run: own }) {
      const header = `Authorization: Bearer ${key}`
      const server = ['hearth', `${url}/mcp`, '--header', header]
      await own([command, 'mcp', 'add', '--transport', 'http', ...server])
      return await own([command, 'mcp', 'list'])
    },
    call: ({ command, url, key, run: own }) =>
      own([command, '-p', 'What is the word?', '--allowedTools', `mcp__hearth__${TOOL}`], {
        ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_MODEL: 'auto' },
        // Otherwise its model has to search for tools first.
        ENABLE_TOOL_SEARCH: 'false',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      }),
  },
  opencode: {
    ...OPENCODE,
    async list({ command, url, key, work, run: own }) {
      await installBeside({ ...OPENCODE.companion, version: OPENCODE.version })
      const headers = { Authorization: `Bearer ${key}` }
      const options = { baseURL: `${url}/v1`, apiKey: key }
      const provider = { npm: '@ai-sdk/openai-compatible', options, models: { auto: {} } }
      const settings = {
        ...{ model: 'hearth/auto', small_model: 'hearth/auto', provider: { hearth: provider } },
        mcp: { hearth: { type: 'remote', url: `${url}/mcp`, headers } },
      }
      await Bun.write(join(work, 'opencode.json'), JSON.stringify(settings))
      return await own([command, 'mcp', 'list'], OPENCODE_ENV)
    },
    call: ({ command, run: own }) => own([command, 'run', 'What is the word?'], OPENCODE_ENV),
  },
  'Qwen Code': {
    ...{ command: 'qwen', package: '@qwen-code/qwen-code', version: '0.24.4', node: 22 },
    async list({ command, url, key, home, run: own }) {
      const headers = { Authorization: `Bearer ${key}` }
      const settings = { mcpServers: { hearth: { httpUrl: `${url}/mcp`, headers } } }
      await mkdir(join(home, '.qwen'))
      await Bun.write(join(home, '.qwen/settings.json'), JSON.stringify(settings))
      return await own([command, 'mcp', 'list'])
    },
    call: ({ command, url, key, run: own }) =>
      own([command, '-y', '-p', 'What is the word?'], {
        ...{ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: 'auto' },
      }),
  },
  inspector: {
    ...{ command: 'mcp-inspector', package: '@modelcontextprotocol/inspector', version: '2.12.0' },
    isForBun: true,
    list: (client) => client.run(inspector(client, '--method', 'tools/list')),
    call: (client) => client.run(inspector(client, '--method', 'tools/call', '--tool-name', TOOL)),
  },
  'SDK 1': {
    ...{ command: '@modelcontextprotocol/sdk', package: '@modelcontextprotocol/sdk' },
    ...{ version: '1.32.2', isLibrary: true },
    list: (client) => oldSdk(client, 'await client.listTools()'),
    call: (client) => oldSdk(client, `await client.callTool({ name: '${TOOL}', arguments: {} })`),
  },
}

/** Runs a line with a client of the library that most clients of 2025 are made of. */
async function oldSdk({ command, url, key, work, run: own }: ClientRun, line: string) {
  const script = `import { Client } from '${command}/dist/esm/client/index.js'
import { StreamableHTTPClientTransport } from '${command}/dist/esm/client/streamableHttp.js'
const client = new Client({ name: 'old', version: '1' })
const headers = { authorization: 'Bearer ${key}' }
await client.connect(new StreamableHTTPClientTransport(new URL('${url}/mcp'), { requestInit: { headers } }))
console.log(JSON.stringify(${line}))
await client.close()
`
  const path = join(work, 'old.mjs')
  await Bun.write(path, script)
  return await own([process.execPath, path])
}

/**
 * Has a client list the tools of a service and call one, with a key.
 *
 * @returns What came of both
 * @throws {Skipped} where it cannot run here; {Error} where it fails
 */
export async function driveClient(name: string, client: McpClient): Promise<string> {
  const { node, version } = client
  const own = Number((await run(['node', '--version'], 10_000)).text.match(/\d+/)?.[0] ?? 0)
  if (node !== undefined && own < node)
    throw new Skipped(`${name} needs Node ${node}, and this machine has ${own || 'none'}`)
  const command = await install(client).catch((error: unknown) => {
    throw new Skipped(String(error))
  })
  await using upstream = startUpstream()
  upstream.script(modelOf)
  let calls = 0
  const read = fixtureTool(TOOL, async () => {
    calls += 1
    return `The word is ${WORD}`
  })
  await using service = startService({
    upstream: upstream.url,
    more: () => ({ name: 'fixtures', tools: [read] }),
  })
  const profile = { generate: true, agent_engines: ['local'], media: true, tools: [TOOL] }
  const { key } = service.makeKey(profile)
  using folder = tempFolder()
  const [home, work] = [join(folder.path, 'home'), join(folder.path, 'work')]
  await Promise.all([mkdir(home), mkdir(work)])
  const at: ClientRun = {
    ...{ command, url: service.url, key, home, work },
    async run(line, env = {}) {
      const path = `${dirname(process.execPath)}:${process.env['PATH']}`
      const { code, text } = await run(
        line,
        RUN_MS,
        { HOME: home, PATH: path, PWD: work, ...env },
        work,
      )
      if (code !== 0) throw new Error(`${name} ${version} ended with ${code}: ${text.slice(-800)}`)
      return text
    },
  }
  const listed = await client.list(at)
  if (!/connected|read_word/i.test(listed)) throw new Error(`It lists nothing: ${listed}`)
  const said = await client.call(at)
  if (calls !== 1) throw new Error(`It made ${calls} calls: ${said.slice(-800)}`)
  if (!said.includes(WORD)) throw new Error(`It got no result: ${said.slice(-800)}`)
  return `${version} lists the tools and calls ${TOOL}`
}

/** A model that calls the tool, and then repeats what it said. */
function modelOf({ body }: UpstreamRequest): Response {
  const offered = (Array.isArray(body['tools']) ? body['tools'] : []).map((tool) =>
    String(Object(Object(tool).function).name),
  )
  const told = JSON.stringify(body.messages)
  if (told.includes(`The word is ${WORD}`)) return streamText([`The word is ${WORD}.`])
  const tool = offered.find((name) => name.endsWith(TOOL))
  if (tool === undefined) return streamText(['A title'])
  const call = { name: tool, arguments: '{}' }
  return sse([
    chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
    chunk({}, 'tool_calls'),
  ])
}
