import type { Core } from '../../create-core.ts'
import { adminSkillRoutes, skillRoutes } from './routes.ts'
import type { Skills } from './skills.ts'

/** Agent Skills: each is an agent task. */
export function createSkills(core: Core, { skills }: { skills: Skills }) {
  const services = { ...core, skills }
  return {
    name: 'skills',
    routes: () => [skillRoutes(services), adminSkillRoutes(services)],
    skills,
  }
}
