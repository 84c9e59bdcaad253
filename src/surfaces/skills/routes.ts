import { Elysia } from 'elysia'
import { skillPage, wholeSkill } from '../../core/skills/view.ts'
import { ListQuery } from '../kit/list-query.ts'
import { listOf } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { skillChangeRoutes } from './changes.ts'
import { SkillParams } from './schema.ts'
import type { SkillServices } from './services.ts'

const TAG = 'Skills'

/** /api/skills: what each agent task is made of. */
export function skillRoutes(services: SkillServices) {
  const { guards, skills } = services
  return new Elysia({ name: 'surfaces/skills', prefix: '/api/skills' })
    .use(guards)
    .get('', ({ query }) => listOf(skillPage(skills, query), (skill) => skill), {
      requireApiKey: 'media',
      query: ListQuery,
      detail: documented({ summary: 'Agent Skills, by name', tags: [TAG] }),
    })
    .get('/:name', ({ params }) => wholeSkill(skills, params.name), {
      requireApiKey: 'media',
      params: SkillParams,
      detail: documented({ summary: 'One skill with its SKILL.md', tags: [TAG] }),
    })
    .use(skillChangeRoutes(services, TAG))
}
