import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Type } from '@sinclair/typebox'
import { defineTool, type Tool, type ToolContext } from '../../src/core/tools/tool.ts'

/** Both generations of the protocol. */
export const MODES = ['legacy', 'auto'] as const
type Mode = (typeof MODES)[number]

/** The official client, connected to a service that listens. */
export async function connectMcp(
  { url }: { url: string },
  { key, mode = 'legacy' }: { key: string; mode?: Mode },
) {
  const bodies: unknown[] = []
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (target, init) => {
      if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
      return fetch(target, init)
    },
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    transport,
    /** Of its requests so far. */
    bodies,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** All text of a result. */
export function textOf({ content }: { content: readonly object[] }): string {
  return content.flatMap((block) => ('text' in block ? [String(block.text)] : [])).join('\n')
}

/** A tool whose text is its result, and that does what a test says. */
export function fixtureTool(
  name: string,
  run: (values: { n?: number }, context: ToolContext) => Promise<string>,
): Tool {
  return defineTool({
    name,
    description: `Does what a test says: ${name}.`,
    parameters: Type.Object({ n: Type.Optional(Type.Integer()) }),
    result: Type.String(),
    capability: 'media',
    effects: 'reads',
    label: () => name,
    text: (result) => result,
    run: async (values, context) => ({ result: await run(values, context) }),
  })
}

/** Resolves after a time, or rejects as soon as the signal fires. */
export function waited(ms: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('waited'), ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
