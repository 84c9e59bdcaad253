import { Elysia } from 'elysia'
import { skillPage, wholeSkill } from '../../core/skills/view.ts'
import { ListQuery } from '../kit/list-query.ts'
import { listOf } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { skillChangeRoutes } from './changes.ts'
import { SkillParams } from './schema.ts'
import type { SkillServices } from './services.ts'

const TAG = 'Admin'

/** /admin/skills: the same skills, in the owner's area. */
export function adminSkillRoutes(services: SkillServices) {
  const { guards, skills } = services
  return new Elysia({ name: 'surfaces/skills/admin', prefix: '/admin/skills' })
    .use(guards)
    .get('', ({ query }) => listOf(skillPage(skills, query), (skill) => skill), {
      requireAdmin: true,
      query: ListQuery,
      detail: documented({ summary: 'Agent Skills, by name', tags: [TAG] }),
    })
    .get('/:name', ({ params }) => wholeSkill(skills, params.name), {
      requireAdmin: true,
      params: SkillParams,
      detail: documented({ summary: 'One skill with its SKILL.md', tags: [TAG] }),
    })
    .use(skillChangeRoutes(services, TAG))
}
