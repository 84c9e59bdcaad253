import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Finding, findingHelp, worstLevel } from '../../core/doctor/finding.ts'
import type { guards } from '../../guards/index.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { route } from '../shared/openapi.ts'

const EXAMPLE: DoctorView = {
  level: 'warning',
  items: [
    {
      id: 'database',
      level: 'ok',
      says: 'The database takes writes',
      help: '/docs/doctor#database',
    },
    {
      id: 'engine.engine_a.home',
      level: 'warning',
      says: 'Account home of engine_a (/usr/local/bin/claude): parked (signed_out): Not logged in',
      fix: 'Sign in: CLAUDE_CONFIG_DIR=/srv/accounts/claude-home claude auth login',
      help: '/docs/doctor#engine',
    },
  ],
}

/** GET /admin/doctor. */
export function adminDoctorRoutes(
  guardPlugin: ReturnType<typeof guards>,
  doctor: () => Promise<Finding[]>,
) {
  return new Elysia({ name: 'features/admin/doctor', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/doctor',
      async (): Promise<DoctorView> => {
        const items = await doctor()
        return {
          level: worstLevel(items),
          items: items.map((item) => ({ ...item, help: findingHelp(item.id) })),
        }
      },
      route({
        requireAdmin: true,
        summary: 'What is wrong with the installation, and what puts it right',
        description:
          'Changes nothing. The checks run at the same time, each for 10 s at most; `level` is the worst of all.',
        responses: { 200: { description: 'The findings', schema: DoctorView, example: EXAMPLE } },
      }),
    )
}

const LevelSchema = oneOf(['ok', 'info', 'warning', 'error'])

/** The answer of `GET /admin/doctor`. */
const DoctorView = component('Doctor', {
  level: LevelSchema,
  items: Type.Array(
    Type.Object({
      id: Type.String({ description: 'What was checked: `disk`, `engine.local`, …' }),
      level: LevelSchema,
      says: Type.String({ description: 'The fact, and what follows from it' }),
      fix: Type.Optional(
        Type.String({ description: 'What to do about it, a command where one does it' }),
      ),
      help: Type.String({ description: 'Path of its section in the manual' }),
    }),
  ),
})
type DoctorView = Static<typeof DoctorView>
