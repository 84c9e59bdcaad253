import type { ComponentChildren } from 'preact'
import { fill } from '../../ui/fill.ts'
import { m } from './messages/en.ts'

/** Kinds of things that are changed, as the filter lists them. */
export const AREAS = Object.entries(m.areas)

/** What was done, as a sentence without its end; an action that is not known by its name. */
export function actionText(
  action: string,
  parts: { actor: ComponentChildren; subject: ComponentChildren },
): ComponentChildren {
  const known = (m.actions as Readonly<Record<string, string>>)[action]
  return fill(known ?? m.unknownAction, { ...parts, action: <bdi>{action}</bdi> })
}
