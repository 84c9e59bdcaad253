import { type Static, Type } from '@sinclair/typebox'
import type { AnybodysJob } from '../../core/tasks/job-list.ts'
import { MAX_EXCERPT_CHARACTERS } from '../../core/tasks/jobs.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, queryInteger, TextParamsField, Time, timeView } from '../shared/fields.ts'
import type { DailyBudgets } from './daily-budgets.ts'
import type { ListedProfile } from './file-worker-profiles.ts'
import { Artifact, ListedWorkerJob, listedView, Step, stepFacts } from './schema.ts'
import type { WorkerProfile } from './worker-profile.ts'
import type { Workers } from './workers.ts'

/** Whether commands can be separated from the machine. */
export type SandboxState =
  | { ok: true; isolation: { cgroup: 'v2' | 'v1' | 'none'; python: string | undefined } }
  | {
      ok: false
      reason: string
      fix: string
      texts?: { reason: CodedText; fix: CodedText }
    }

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
    const { reason, fix, texts } = state
    const params = texts === undefined ? null : { ...texts }
    return { ok: false, reason, fix, params, control_group: null, python: false }
  }
  const { cgroup, python } = state.isolation
  return {
    ok: true,
    reason: null,
    fix: null,
    params: null,
    control_group: cgroup,
    python: python !== undefined,
  }
}

/** Jobs of one page, each with its steps. @limit worker-list count */
export const MAX_ADMIN_WORKER_ITEMS = 50
/** The newest steps of a job that the list has. @limit worker-list-steps count */
export const MAX_LISTED_STEPS = 50

export const AdminWorkersQuery = Type.Object({
  limit: queryInteger('limit', { minimum: 1, maximum: MAX_ADMIN_WORKER_ITEMS, default: 20 }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})

const { url: _, ...artifact } = Artifact.properties
const { output: __, ...step } = Step.properties

const AdminWorkerStep = component('AdminWorkerStep', step)

const AdminWorkerJob = component('AdminWorkerJob', {
  ...ListedWorkerJob.properties,
  owner_id: Type.String({ description: 'As in the usage' }),
  actor: nullable(Type.String({ description: 'Name of the key or user' })),
  excerpt: nullable(
    Type.String({
      description: `The first ${MAX_EXCERPT_CHARACTERS} characters of the brief; the rest, the answer and the contents of files are only its owner’s`,
    }),
  ),
  steps: Type.Array(AdminWorkerStep, {
    description: `The newest ${MAX_LISTED_STEPS}, the oldest first`,
  }),
  steps_total: Type.Integer(),
  artifacts: Type.Array(Type.Object(artifact)),
})
export type AdminWorkerJob = Static<typeof AdminWorkerJob>

const Budget = Type.Object({ limit: Type.Integer(), left: Type.Integer() })

const WorkerDay = component('WorkerDay', {
  day: Type.String({ examples: ['2026-11-22'], description: 'In `time_zone`' }),
  time_zone: Type.String({ examples: ['Europe/Berlin'] }),
  ends_at: Time,
  all: Budget,
  jobs_per_day: Type.Integer({ description: 'Of each key and user' }),
  owners: Type.Array(
    Type.Object({
      owner_id: Type.String(),
      actor: Type.String({ description: 'Its name; the id where there is none any more' }),
      used: Type.Integer(),
      left: Type.Integer(),
    }),
    { description: 'Who has started jobs today, those with the most first' },
  ),
})
export type WorkerDay = Static<typeof WorkerDay>

/** Of a profile. */
export const LinksPerHost = nullable(
  Type.Integer({
    description:
      'Links of one host that a job with attached files follows; null where it reads no pages',
  }),
)

const WorkerProfileView = component('WorkerProfile', {
  name: Type.String({ examples: ['read_docs'] }),
  description: Type.String(),
  source: oneOf(['shipped', 'own', 'override'], {
    description: 'Shipped with Hearth, the owner’s, or the owner’s in place of a shipped one',
  }),
  tools: Type.Array(Type.String()),
  steps: Type.Integer({ description: 'Answers of the model in one job, at most' }),
  seconds: Type.Integer({ description: 'Time of one job at work' }),
  links_per_host: LinksPerHost,
})
export type WorkerProfileView = Static<typeof WorkerProfileView>

const SandboxView = component('SandboxState', {
  ok: Type.Boolean({ description: 'Without it no worker runs' }),
  reason: nullable(Type.String()),
  fix: nullable(Type.String({ description: 'What the owner can do about it' })),
  params: nullable(TextParamsField),
  control_group: nullable(oneOf(['v2', 'v1', 'none'])),
  python: Type.Boolean({ description: 'Whether commands have Python 3' }),
})
export type SandboxView = Static<typeof SandboxView>

export const AdminWorkers = component('AdminWorkers', {
  items: Type.Array(AdminWorkerJob),
  next_cursor: nullable(Type.String()),
  today: WorkerDay,
  profiles: Type.Array(WorkerProfileView),
  profile_faults: Type.Array(Type.Object({ name: Type.String(), fault: Type.String() }), {
    description: 'Profiles of the owner’s folder that cannot be used, and why',
  }),
  sandbox: SandboxView,
})
