import type { ListedSkill } from '../../core/skills/list.ts'
import { taskView } from '../kit/task-view.ts'
import type { SkillView, WholeSkillView } from './schema.ts'

export function skillView({ skill, source }: ListedSkill): SkillView {
  return { ...taskView(skill), source, engines: [...skill.engines] }
}

export function wholeSkillView(listed: ListedSkill): WholeSkillView {
  return { ...skillView(listed), content: listed.skill.content }
}
