import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import { type Page, pageOf } from '../../core/list-page.ts'
import { component } from '../../platform/schemas.ts'
import type { Skill } from './skill.ts'
import type { SkillSource, Skills } from './skills.ts'
import { mayRunTask } from './task.ts'

const JsonSchema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema' })

/** An agent task. */
export const TaskView = component('Task', {
  name: Type.String(),
  description: Type.String(),
  input_schema: JsonSchema,
  options_schema: JsonSchema,
  result_schema: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'JSON Schema; holds `{$option: name}` where a value comes from the options',
    },
  ),
})
export type TaskView = Static<typeof TaskView>

export function taskView({ name, description, input, options, result }: Skill): TaskView {
  return {
    name,
    description,
    input_schema: input,
    options_schema: options,
    result_schema: result,
  }
}

/** A skill and where it comes from. */
export interface ListedSkill {
  skill: Skill
  source: SkillSource
}

/** Which part of a list: how many at most, and the last name of the part before. */
export interface PageQuery {
  limit: number
  cursor?: string
}

/** The skills whose tasks a caller may run, by name. */
export function taskPage(skills: Skills, caller: Caller, query: PageQuery): Page<Skill> {
  const names = skills.names.filter((name) => mayRunTask(caller, name))
  return page(names, query, (name) => skills.get(name))
}

/** All skills, by name. */
export function skillPage(skills: Skills, query: PageQuery): Page<ListedSkill> {
  return page(skills.names, query, (name) => listedSkill(skills, name))
}

/** @throws {AppError} `not_found` */
export function listedSkill(skills: Skills, name: string): ListedSkill {
  return { skill: skills.get(name), source: skills.source(name) }
}

function page<item>(
  names: readonly string[],
  { limit, cursor }: PageQuery,
  itemOf: (name: string) => item,
): Page<item> {
  const rest = cursor === undefined ? names : names.filter((name) => name > cursor)
  return pageOf(rest, limit, (last) => last, itemOf)
}
