import { Elysia } from 'elysia'
import type { Skills } from '../../core/skills/skills.ts'
import { wholeSkill } from '../../core/skills/view.ts'
import { readJson } from '../../edge/body.ts'
import { documented } from '../../edge/openapi.ts'
import type { guards } from '../../guards/index.ts'
import { MAX_SKILL_BYTES, SkillBody, SkillParams } from './schema.ts'

/** PUT and DELETE of one skill, under the prefix of the instance that uses them. */
export function skillChangeRoutes(all: ReturnType<typeof guards>, skills: Skills, tag: string) {
  return new Elysia({ name: 'surfaces/skills/changes', seed: tag })
    .use(all)
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
          tags: [tag],
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
          tags: [tag],
        }),
      },
    )
}
