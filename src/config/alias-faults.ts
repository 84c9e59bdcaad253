import type { Fault, Part } from '../platform/settings.ts'
import type { Settings } from './schema.ts'

const NAME = /^[!-~]{1,200}$/
const TARGET = /^[!-)+-~]{1,200}$/

/** Faults of the `[aliases]` table that its schema does not find. */
export function aliasFaults(aliases: Part<Settings['aliases']>): Fault[] {
  return Object.entries(aliases).flatMap(([name, target]): Fault[] => {
    const path = ['aliases', name]
    if (target === undefined) return []
    if (!NAME.test(name))
      return [{ path, says: 'expected a name of 1 to 200 letters, digits and signs before the =' }]
    if (name === 'auto') return [{ path, says: 'auto is no alias: it takes the first engine' }]
    if (!TARGET.test(target))
      return [{ path, says: 'expected auto, an engine, engine/model or a model, without *' }]
    return isLoop(name, aliases) ? [{ path, says: 'this alias leads back to itself' }] : []
  })
}

function isLoop(name: string, aliases: Part<Settings['aliases']>): boolean {
  const seen = new Set<string>()
  for (let next = aliases[name]; next !== undefined; next = aliases[next]) {
    if (next === name || seen.has(next)) return true
    seen.add(next)
  }
  return false
}
