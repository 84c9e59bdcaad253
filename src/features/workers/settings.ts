import { type Static, Type } from '@sinclair/typebox'
import { nearestName } from '../../platform/nearest-name.ts'
import { closedObject } from '../../platform/schemas.ts'
import { type Issue, issue, type Part } from '../../platform/settings.ts'
import { HTTP_URL, isHttpUrl } from '../../platform/urls.ts'

/** Workers: jobs that a model does with tools. */
export const WorkerSettings = closedObject(
  {
    /** IANA name of the zone whose days the budgets are of; by default the machine's. */
    time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** Of each key and user. */
    jobs_per_day: Type.Integer({ minimum: 1, maximum: 1_000, default: 8 }),
    /** Of all together. */
    attempts_per_day: Type.Integer({ minimum: 1, maximum: 1_000, default: 20 }),
    /** Of one job, without waiting in line. */
    timeout_seconds: Type.Integer({ minimum: 10, maximum: 1_800, default: 900 }),
    /** What a finished job costs. */
    credits: Type.Integer({ minimum: 1, maximum: 100_000, default: 10 }),
    /** A SearXNG server for `web_search`; may be in the owner's own network. */
    searxng_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  },
  { default: {} },
)

/** The issues of a server that is no address, and of a time zone that there is not. */
export function workerIssues({
  searxng_url: url,
  time_zone: zone,
}: Part<Static<typeof WorkerSettings>>): Issue[] {
  const issues: Issue[] = []
  if (url !== undefined && !isHttpUrl(url)) issues.push(issue(['workers', 'searxng_url'], HTTP_URL))
  if (zone !== undefined && !isTimeZone(zone)) {
    const nearest = nearestName(zone, Intl.supportedValuesOf('timeZone'))
    const hint = nearest === undefined ? '"Europe/Berlin" or "UTC"' : `"${nearest}"`
    issues.push(issue(['workers', 'time_zone'], `expected a time zone such as ${hint}`))
  }
  return issues
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
