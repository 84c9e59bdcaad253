import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Tools } from '../../core/tools/tools.ts'
import type { guards } from '../../guards/index.ts'
import { documented } from '../shared/openapi.ts'

const ToolView = Type.Object(
  {
    name: Type.String(),
    description: Type.String({ description: 'As models are told' }),
    effects: Type.Union([Type.Literal('reads'), Type.Literal('costs'), Type.Literal('changes')], {
      description:
        '`reads` looks something up, `costs` makes an engine work, `changes` stores something',
    }),
    server: Type.Union([Type.String(), Type.Null()], {
      description: 'The server of another that runs it; not offered to clients of `/mcp`',
    }),
  },
  { $id: 'Tool' },
)

const ToolList = Type.Object({ items: Type.Array(ToolView) }, { $id: 'Tools' })

/** GET /api/tools: what the models of a caller's chats may call, by name. */
export function toolListRoutes(guardPlugin: ReturnType<typeof guards>, tools: Tools) {
  return new Elysia({ name: 'features/mcp/tools' }).use(guardPlugin).get(
    '/api/tools',
    async ({ context: { caller } }) => {
      await tools.ready()
      return {
        items: tools.listFor(caller).map(({ name, description, effects, server }) => ({
          name,
          description,
          effects,
          server: server ?? null,
        })),
      }
    },
    {
      requireApiKey: true,
      detail: documented({
        summary: 'The tools that the caller may call',
        tags: ['MCP'],
        responses: { 200: { description: 'Tools by name', schema: ToolList } },
      }),
    },
  )
}
