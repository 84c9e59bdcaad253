import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/client'
import { type TSchema, Type } from '@sinclair/typebox'
import { defineTool, type Tool, type ToolOutcome } from '../../core/tools/tool.ts'
import { plainText } from '../../platform/subprocess.ts'
import { offeredName, type ToolServerSettings } from './settings.ts'

/** Of a tool, in one line. @limit tool-server-description characters */
export const MAX_DESCRIPTION_CHARACTERS = 1_000
/** Of the schema of a tool's arguments. @limit tool-server-schema KiB */
export const MAX_SCHEMA_BYTES = 8 * 1024
/** Levels of it. @limit tool-server-depth count */
export const MAX_SCHEMA_DEPTH = 8

/** What tools of others need of a call. Nothing of its caller leaves but the arguments. */
type ForeignContext = { readonly signal: AbortSignal }

/** A tool of another server, as it is offered here. */
export type ForeignTool = Tool<ForeignContext>

type Call = (values: Record<string, unknown>, context: ForeignContext) => Promise<ToolOutcome>

/** The server itself checks the arguments: a check of its patterns here could block the thread. */
const Arguments = Type.Record(Type.String(), Type.Unknown())

/** A tool of another server. @returns Why it cannot be offered, in words, where it cannot */
export function foreignTool(
  { id, confirm }: ToolServerSettings,
  { name, title, description, inputSchema }: ListedTool,
  call: Call,
): ForeignTool | string {
  if (isDeeper(inputSchema, MAX_SCHEMA_DEPTH))
    return `the schema of its arguments has more than ${MAX_SCHEMA_DEPTH} levels`
  if (Buffer.byteLength(JSON.stringify(inputSchema)) > MAX_SCHEMA_BYTES)
    return `the schema of its arguments has more than ${MAX_SCHEMA_BYTES / 1024} KiB`
  const says = oneLine(description ?? title ?? '', MAX_DESCRIPTION_CHARACTERS)
  return defineTool<typeof Arguments, TSchema, ForeignContext>({
    name: offeredName(id, name),
    description: `From the server ${id} of another, in its words: ${says || name}`,
    parameters: Arguments,
    inputSchema,
    server: id,
    result: Type.String(),
    capability: 'media',
    effects: confirm.includes(name) ? 'changes' : 'reads',
    // What a server knows of its account may be as private as a file.
    readsOwnData: true,
    label: () => `${name} of ${id}`,
    text: String,
    run: call,
  })
}

/** A result as text: what a model here cannot get is named. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((block) => {
    if (block.type === 'text') return block.text
    if (block.type === 'resource')
      return 'text' in block.resource ? block.resource.text : `[A file: ${block.resource.uri}]`
    if (block.type === 'resource_link') return `[A link: ${block.uri}]`
    return `[${block.mimeType}, which is not shown]`
  })
  if (parts.length === 0 && structuredContent !== undefined)
    return JSON.stringify(structuredContent)
  return parts.join('\n')
}

/** Text of another server in one line, without control characters. */
export function oneLine(text: string, maxCharacters: number): string {
  const line = plainText(text.slice(0, 4 * maxCharacters))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).toWellFormed()}…`
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1))
}
