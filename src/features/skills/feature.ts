import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Audit, AuditActor, Change } from '../../core/audit/audit.ts'
import type { Core } from '../../create-core.ts'
import type { Commit, Transactor } from '../../db/open.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { closedObject, component, oneOf } from '../../platform/schemas.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { type ListedSkill, listedSkill, skillPage, TaskView, taskView } from './list.ts'
import { SkillName } from './skill.ts'
import type { Skills } from './skills.ts'

/** What a change of a skill needs. */
interface SkillParts {
  skills: Skills
  db: Transactor
  audit: Audit
}

/**
 * Stores a skill of the owner's and records it in the audit. Neither is there without the other.
 *
 * @returns Whether the name is new
 * @throws {AppError} `invalid`
 */
function putSkill(
  parts: SkillParts,
  { name, content }: { name: string; content: string },
  auditActor: AuditActor,
): Promise<boolean> {
  const change = { action: 'skill.put', subject: name, after: { content } }
  return parts.skills.put(name, content, withAudit(parts, change, auditActor))
}

/**
 * Removes a skill of the owner's and records it in the audit. Neither is there without the other.
 *
 * @throws {AppError} `not_found`; `conflict` for a shipped skill
 */
function removeSkill(parts: SkillParts, name: string, auditActor: AuditActor): void {
  const change = { action: 'skill.delete', subject: name }
  parts.skills.remove(name, withAudit(parts, change, auditActor))
}

/** The file changes last before the commit, when the audit entry is known to fit. */
function withAudit(
  { skills, db, audit }: SkillParts,
  change: Omit<Change, 'before'>,
  auditActor: AuditActor,
): Commit {
  return (write) =>
    db.transaction(() => {
      audit.record(auditActor, { ...change, before: contentOf(skills, change.subject) })
      write()
    })
}

function contentOf(skills: Skills, name: string): { content: string } | null {
  return skills.names.includes(name) ? { content: skills.get(name).content } : null
}

const TAGS = ['Skills']
const PREFIX = '/api/skills'

/** /api/skills: the definitions of the agent tasks. */
function skillRoutes(services: SkillServices) {
  const { guards, skills } = services
  return new Elysia({ name: 'features/skills', prefix: PREFIX, tags: TAGS })
    .use(guards)
    .get(
      '',
      ({ query }) => listOf(skillPage(skills, query), skillView),
      route({
        requireApiKey: 'media',
        query: ListQuery,
        summary: 'Agent Skills, by name',
        responses: { 200: { description: 'One page of skills', schema: listSchema(SkillView) } },
      }),
    )
    .get(
      '/:name',
      ({ params }) => wholeSkillView(listedSkill(skills, params.name)),
      route({
        requireApiKey: 'media',
        params: SkillParams,
        summary: 'One skill with its SKILL.md',
        responses: { 200: { description: 'The skill', schema: WholeSkillView } },
      }),
    )
    .use(skillChangeRoutes(services, PREFIX))
}

const ADMIN_PREFIX = '/admin/skills'

/** /admin/skills: the skills in the admin area. */
function adminSkillRoutes(services: SkillServices) {
  const { guards, skills } = services
  return new Elysia({ name: 'features/skills/admin', prefix: ADMIN_PREFIX, tags: TAGS })
    .use(guards)
    .get(
      '',
      ({ query }) => listOf(skillPage(skills, query), skillView),
      route({
        requireAdmin: true,
        query: ListQuery,
        summary: 'Agent Skills, by name',
        responses: { 200: { description: 'One page of skills', schema: listSchema(SkillView) } },
      }),
    )
    .get(
      '/:name',
      ({ params }) => wholeSkillView(listedSkill(skills, params.name)),
      route({
        requireAdmin: true,
        params: SkillParams,
        summary: 'One skill with its SKILL.md',
        responses: { 200: { description: 'The skill', schema: WholeSkillView } },
      }),
    )
    .use(skillChangeRoutes(services, ADMIN_PREFIX))
}

const HAIKU =
  '---\nname: haiku\ndescription: Writes a haiku about a text\n---\nWrite a haiku about this text: {{input}}\n'

/** PUT and DELETE of one skill. @param prefix Of the instance that uses them */
function skillChangeRoutes(services: SkillServices, prefix: string) {
  return new Elysia({ name: 'features/skills/changes', seed: prefix, tags: TAGS })
    .use(services.guards)
    .put(
      '/:name',
      async ({ context, params: { name }, set }) => {
        const { content } = await readJson(context, SkillBody, MAX_SKILL_BYTES)
        if (await putSkill(services, { name, content }, auditActorOf(context))) set.status = 201
        return wholeSkillView(listedSkill(services.skills, name))
      },
      route({
        requireAdmin: true,
        params: SkillParams,
        summary: 'Make a skill or replace it; acts on the next task',
        body: SkillBody,
        bodyExamples: {
          haiku: { summary: 'A skill that writes a haiku', value: { content: HAIKU } },
        },
        responses: {
          200: { description: 'The skill was replaced', schema: WholeSkillView },
          201: { description: 'The skill is new', schema: WholeSkillView },
        },
      }),
    )
    .delete(
      '/:name',
      ({ context, params, set }) => {
        removeSkill(services, params.name, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: SkillParams,
        summary: 'Delete a skill of the owner’s; a shipped one of its name applies again',
        responses: { 204: { description: 'The skill was deleted' } },
        errors: [409],
      }),
    )
}

/**
 * Large enough for a SKILL.md of the greatest length, however its characters are escaped in JSON.
 *
 * @limit skill-body KiB
 */
export const MAX_SKILL_BYTES = 256 * 1024

/** @limit skill-content characters */
export const MAX_CONTENT_CHARACTERS = 32_000

const SkillParams = Type.Object({ name: SkillName })

const SkillBody = closedObject({
  content: Type.String({ minLength: 1, maxLength: MAX_CONTENT_CHARACTERS }),
})

/** A skill without its text. */
const SkillView = component('Skill', {
  ...TaskView.properties,
  source: oneOf(['shipped', 'own', 'override'], {
    description: 'Shipped with Hearth, the owner’s, or the owner’s in place of a shipped one',
  }),
  engines: Type.Array(Type.String(), { description: 'Engines to ask first, in this order' }),
})
type SkillView = Static<typeof SkillView>

/** A skill with its text. */
const WholeSkillView = component('WholeSkill', {
  ...SkillView.properties,
  content: Type.String({ description: 'The whole SKILL.md' }),
})
type WholeSkillView = Static<typeof WholeSkillView>

interface SkillServices extends SkillParts {
  guards: ReturnType<typeof guards>
}

function skillView({ skill, source }: ListedSkill): SkillView {
  return { ...taskView(skill), source, engines: [...skill.engines] }
}

function wholeSkillView(listed: ListedSkill): WholeSkillView {
  return { ...skillView(listed), content: listed.skill.content }
}

/** Agent Skills: each is an agent task. */
export function createSkills(core: Core, { skills }: { skills: Skills }) {
  const services = { ...core, skills }
  return {
    name: 'skills',
    routes: () => [skillRoutes(services), adminSkillRoutes(services)],
    skills,
  }
}
