import type { AnybodysJob } from '../../core/tasks/job-list.ts'
import { timeView } from '../shared/fields.ts'
import {
  type AdminWorkerJob,
  MAX_LISTED_STEPS,
  type SandboxView,
  type WorkerDay,
  type WorkerProfileView,
} from './admin-schema.ts'
import type { DailyBudgets } from './daily-budgets.ts'
import type { ListedProfile } from './file-worker-profiles.ts'
import { listedView, stepFacts } from './view.ts'
import type { WorkerProfile } from './worker-profile.ts'
import type { Workers } from './workers.ts'

/** Whether commands can be separated from the machine. */
export type SandboxState =
  | { ok: true; isolation: { cgroup: 'v2' | 'v1' | 'none'; python: string | undefined } }
  | { ok: false; reason: string; fix: string }

/** A job with what it has done, without what only its owner may read. */
export function adminJobView(workers: Workers, job: AnybodysJob): AdminWorkerJob {
  const { owner, actor, ...listed } = job
  const { steps, artifacts } = workers.logOf(job)
  return {
    ...listedView(listed),
    owner_id: owner,
    actor,
    steps: steps.slice(-MAX_LISTED_STEPS).map(stepFacts),
    steps_total: steps.length,
    artifacts: artifacts.map(({ name, bytes, mediaType }) => ({
      name,
      bytes,
      media_type: mediaType,
    })),
  }
}

/** @param nameOf Name of an owner */
export function dayView(
  { day, timeZone, endsAt, all, jobsPerDay, owners }: ReturnType<DailyBudgets['report']>,
  nameOf: (owner: string) => string,
): WorkerDay {
  return {
    day,
    time_zone: timeZone,
    ends_at: timeView(endsAt),
    all,
    jobs_per_day: jobsPerDay,
    owners: owners.map(({ owner, count }) => ({
      owner_id: owner,
      actor: nameOf(owner),
      used: count,
      left: Math.max(0, jobsPerDay - count),
    })),
  }
}

export function profileView({ profile, source }: ListedProfile): WorkerProfileView {
  const { name, description, tools, maxSteps, maxSeconds } = profile
  return {
    name,
    description,
    source,
    tools: [...tools],
    steps: maxSteps,
    seconds: maxSeconds,
    links_per_host: linksPerHostView(profile),
  }
}

export function linksPerHostView({ tools, linksPerHost }: WorkerProfile): number | null {
  return tools.includes('fetch_page') ? linksPerHost : null
}

export function sandboxView(state: SandboxState): SandboxView {
  if (!state.ok) {
    const { reason, fix } = state
    return { ok: false, reason, fix, control_group: null, python: false }
  }
  const { cgroup, python } = state.isolation
  return {
    ok: true,
    reason: null,
    fix: null,
    control_group: cgroup,
    python: python !== undefined,
  }
}
