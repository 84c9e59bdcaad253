import { Elysia } from 'elysia'
import { putSkill, removeSkill } from '../../core/skills/change.ts'
import { wholeSkill } from '../../core/skills/view.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import { readJson } from '../../http/body/json.ts'
import { documented } from '../kit/openapi.ts'
import { MAX_SKILL_BYTES, SkillBody, SkillParams } from './schema.ts'
import type { SkillServices } from './services.ts'

/** PUT and DELETE of one skill, under the prefix of the instance that uses them. */
export function skillChangeRoutes(services: SkillServices, tag: string) {
  return new Elysia({ name: 'surfaces/skills/changes', seed: tag })
    .use(services.guards)
    .put(
      '/:name',
      async ({ request, params: { name }, actor, set }) => {
        const { content } = await readJson(request, SkillBody, MAX_SKILL_BYTES)
        if (await putSkill(services, { name, content }, auditActorOf(actor, request)))
          set.status = 201
        return wholeSkill(services.skills, name)
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
      ({ request, params, actor, set }) => {
        removeSkill(services, params.name, auditActorOf(actor, request))
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
