import type { Actor } from '../identity/actor.ts'
import { type Page, pageOf } from '../list-page.ts'
import type { SkillSource, Skills } from './skills.ts'
import { mayRunTask } from './task.ts'

/** A task as those who run it see it. */
export interface TaskView {
  name: string
  description: string
  input_schema: object
  options_schema: object
  /** May hold `{$option: name}` where a value comes from the options. */
  result_schema: object
}

/** A skill without its text. */
export interface SkillView extends TaskView {
  source: SkillSource
  /** Engines to ask first. */
  engines: readonly string[]
}

/** Which part of a list: how many at most, and the last name of the part before. */
export interface PageQuery {
  limit: number
  cursor?: string
}

/** The tasks that a caller may run. */
export function taskPage(skills: Skills, actor: Actor, query: PageQuery): Page<TaskView> {
  const names = skills.names.filter((name) => mayRunTask(actor, name))
  return page(names, query, (name) => taskView(skills, name))
}

export function skillPage(skills: Skills, query: PageQuery): Page<SkillView> {
  return page(skills.names, query, (name) => skillView(skills, name))
}

/** @throws {AppError} `not_found` */
export function wholeSkill(skills: Skills, name: string): SkillView & { content: string } {
  return { ...skillView(skills, name), content: skills.get(name).content }
}

function skillView(skills: Skills, name: string): SkillView {
  const { engines } = skills.get(name)
  return { ...taskView(skills, name), source: skills.source(name), engines }
}

function taskView(skills: Skills, name: string): TaskView {
  const { description, input, options, result } = skills.get(name)
  return {
    name,
    description,
    input_schema: input,
    options_schema: options,
    result_schema: result,
  }
}

function page<item>(
  names: readonly string[],
  { limit, cursor }: PageQuery,
  view: (name: string) => item,
): Page<item> {
  const rest = cursor === undefined ? names : names.filter((name) => name > cursor)
  return pageOf(rest, limit, (last) => last, view)
}
