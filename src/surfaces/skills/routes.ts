import { Elysia } from 'elysia'
import type { Skills } from '../../core/skills/skills.ts'
import { skillPage, wholeSkill } from '../../core/skills/view.ts'
import { readJson } from '../../edge/body.ts'
import { ListQuery } from '../../edge/list-query.ts'
import { documented } from '../../edge/openapi.ts'
import type { guards } from '../../guards/index.ts'
import { MAX_SKILL_BYTES, SkillBody, SkillParams } from './schema.ts'

export interface SkillServices {
  guards: ReturnType<typeof guards>
  skills: Skills
}

const TAGS = ['Skills']

/** /api/skills: what each agent task is made of. */
export function skillRoutes({ guards, skills }: SkillServices) {
  return new Elysia({ name: 'surfaces/skills', prefix: '/api/skills' })
    .use(guards)
    .get('', ({ query }) => skillPage(skills, query), {
      requireApiKey: 'media',
      query: ListQuery,
      detail: documented({ summary: 'Agent Skills, by name', tags: TAGS }),
    })
    .get('/:name', ({ params }) => wholeSkill(skills, params.name), {
      requireApiKey: 'media',
      params: SkillParams,
      detail: documented({ summary: 'One skill with its SKILL.md', tags: TAGS }),
    })
    .put(
      '/:name',
      async ({ request, params: { name }, set }) => {
        const { content } = await readJson(request, SkillBody, MAX_SKILL_BYTES)
        if (await skills.put(name, content)) set.status = 201
        return wholeSkill(skills, name)
      },
      {
        requireAdmin: true,
        params: SkillParams,
        parse: 'none',
        detail: documented({
          summary: 'Make a skill or replace it; acts on the next task',
          tags: TAGS,
          body: SkillBody,
        }),
      },
    )
    .delete(
      '/:name',
      ({ params, set }) => {
        skills.remove(params.name)
        set.status = 204
      },
      {
        requireAdmin: true,
        params: SkillParams,
        detail: documented({
          summary: 'Delete a skill of the owner’s; one that comes with Hearth is back',
          tags: TAGS,
        }),
      },
    )
}
