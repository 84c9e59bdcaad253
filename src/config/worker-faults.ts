import { nearestName } from '../platform/nearest-name.ts'
import type { Fault, Part } from '../platform/settings.ts'
import type { Settings } from './schema.ts'

/** The fault of a time zone that there is not. */
export function workerFaults({ time_zone }: NonNullable<Part<Settings>['workers']>): Fault[] {
  if (time_zone === undefined || isTimeZone(time_zone)) return []
  const nearest = nearestName(time_zone, Intl.supportedValuesOf('timeZone'))
  const hint = nearest === undefined ? '"Europe/Berlin" or "UTC"' : `"${nearest}"`
  return [{ path: ['workers', 'time_zone'], says: `expected a time zone such as ${hint}` }]
}

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 would be accepted too, and have no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
