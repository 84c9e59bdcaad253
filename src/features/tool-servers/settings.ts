import { type Static, Type } from '@sinclair/typebox'
import { MAX_TOOL_NAME_CHARACTERS } from '../../core/tools/tool.ts'
import { closedObject } from '../../platform/schemas.ts'
import { type Issue, issue, type Part, patternString } from '../../platform/settings.ts'
import { HTTP_URL, isHttpUrl } from '../../platform/urls.ts'

/** @limit tool-servers count */
export const MAX_TOOL_SERVERS = 10
/** Of one server that are offered. @limit tool-server-tools count */
export const MAX_SERVER_TOOLS = 32
/** Between the id of a server and the name of its tool. */
const SEPARATOR = '__'

const ToolName = patternString('^[A-Za-z0-9_./-]+$', 'the name of a tool, as its server has it', {
  minLength: 1,
  maxLength: 60,
})

/** A server of the Model Context Protocol whose tools models here may call. */
export const ToolServerSettings = closedObject({
  id: patternString('^[a-z][a-z0-9]{0,19}$', '1 to 20 small letters and digits, a letter first'),
  /** May be in the owner's own network. */
  url: Type.String({ minLength: 1, maxLength: 2_000 }),
  /** Sent with each request, as `Authorization`. */
  headers: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 8_192 }), {
    default: {},
    'x-expected': 'a table of headers, as in { Authorization = "Bearer …" }',
  }),
  /** Those that are offered, by the names that the server has for them. */
  tools: Type.Array(ToolName, {
    maxItems: MAX_SERVER_TOOLS,
    'x-expected': `a list of at most ${MAX_SERVER_TOOLS} names of tools, as in ["search"]`,
  }),
  /** Those of them that change something or cost something. */
  confirm: Type.Array(ToolName, { default: [], maxItems: MAX_SERVER_TOOLS }),
  /** Of one request. */
  timeout_seconds: Type.Integer({ minimum: 1, maximum: 600, default: 30 }),
})
export type ToolServerSettings = Static<typeof ToolServerSettings>

/** The name under which models call a tool of a server: `github__search_issues`. */
export function offeredName(id: string, tool: string): string {
  return `${id}${SEPARATOR}${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`
}

/** The names of all tools that the settings offer. */
export function offeredNames(servers: readonly ToolServerSettings[]): string[] {
  return servers.flatMap(({ id, tools }) => tools.map((tool) => offeredName(id, tool)))
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Those of the protocol and of the connection. */
const OWN_HEADERS = /^(?:accept|connection|content-.*|host|mcp-.*|transfer-encoding)$/i
const HEADER_VALUE = /^[\t -~]+$/

/** Issues of the `[[mcp_servers]]` blocks that their schema does not find. */
export function toolServerIssues(
  servers: readonly (Part<ToolServerSettings> | undefined)[],
): Issue[] {
  const seen = new Set<string>()
  const issues: Issue[] =
    servers.length <= MAX_TOOL_SERVERS
      ? []
      : [issue(['mcp_servers'], `expected at most ${MAX_TOOL_SERVERS} blocks`)]
  for (const [index, server] of servers.entries()) {
    const add = (field: string, message: string) =>
      issues.push(issue(['mcp_servers', index, field], message))
    const { id, url, headers = {}, tools = [], confirm = [] } = server ?? {}
    if (id !== undefined && seen.has(id)) add('id', 'another server has the same id')
    if (id !== undefined) seen.add(id)
    if (url !== undefined && !isHttpUrl(url)) add('url', HTTP_URL)
    for (const [name, value] of Object.entries(headers)) {
      if (!HEADER_NAME.test(name) || OWN_HEADERS.test(name))
        add('headers', 'expected names of headers that the protocol does not set itself')
      else if (value !== undefined && !HEADER_VALUE.test(value))
        add('headers', `expected letters, digits and signs as the value of ${name}`)
    }
    const names = tools.filter((tool) => tool !== undefined)
    const offered = names.map((tool) => offeredName(id ?? '', tool))
    const long = offered.find((name) => name.length > MAX_TOOL_NAME_CHARACTERS)
    if (long !== undefined)
      add('tools', `${long} is longer than ${MAX_TOOL_NAME_CHARACTERS} characters: shorten the id`)
    if (new Set(offered).size < offered.length) add('tools', 'expected each name once')
    const other = confirm.find((tool) => tool !== undefined && !names.includes(tool))
    if (other !== undefined) add('confirm', `${other} does not stand in tools`)
  }
  return issues
}
