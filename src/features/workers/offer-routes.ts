import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../core/caller.ts'
import type { WorkerGrants } from '../../core/identity/worker-grants.ts'
import type { guards } from '../../guards/index.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { documented } from '../shared/openapi.ts'
import { LinksPerHost, linksPerHostView, type SandboxState } from './admin-schema.ts'
import type { DailyBudgets } from './daily-budgets.ts'
import type { FileWorkerProfiles } from './file-worker-profiles.ts'
import { WORKER_PATH } from './view.ts'
import { noSandbox } from './worker-task.ts'

const WorkerOffer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['read_docs'] }),
        description: Type.String(),
        links_per_host: LinksPerHost,
      }),
      { description: 'Profiles that the caller may use' },
    ),
    budget: Type.Object({
      limit: Type.Integer({ description: 'Jobs of the caller in a day' }),
      left: Type.Integer({
        description: 'What may still be started today, by the caller and by all',
      }),
      resets_at: Time,
      time_zone: Type.String({ description: 'In which the day ends', examples: ['Europe/Berlin'] }),
    }),
    unavailable: nullable(
      Type.String({ description: 'Why no worker can run on this machine; null where it can' }),
    ),
  },
  { $id: 'WorkerOffer' },
)

export interface WorkerOfferServices {
  guards: ReturnType<typeof guards>
  workerProfiles: Pick<FileWorkerProfiles, 'list'>
  workerGrants: Pick<WorkerGrants, 'of'>
  workerBudgets: Pick<DailyBudgets, 'state'>
  sandbox: { state(): Promise<SandboxState> }
}

/** GET /api/ai/worker/profiles: what the caller may ask workers for. */
export function workerOfferRoutes({ guards, ...services }: WorkerOfferServices) {
  return new Elysia({ name: 'features/worker/offer', prefix: WORKER_PATH })
    .use(guards)
    .get('/profiles', ({ context }) => offer(services, context.caller), {
      requireUser: true,
      detail: documented({
        summary: 'Worker profiles that the caller may use, and what is left of today’s budget',
        tags: ['Workers'],
        responses: { 200: { description: 'By name', schema: WorkerOffer } },
      }),
    })
}

async function offer(
  { workerProfiles, workerGrants, workerBudgets, sandbox }: Omit<WorkerOfferServices, 'guards'>,
  caller: Caller,
): Promise<Static<typeof WorkerOffer>> {
  const granted = workerGrants.of(caller)
  const { own, all, endsAt, timeZone } = workerBudgets.state(caller.owner)
  const state = await sandbox.state()
  return {
    items: workerProfiles
      .list()
      .filter(({ profile: { name } }) => granted === null || granted.includes(name))
      .map(({ profile }) => ({
        name: profile.name,
        description: profile.description,
        links_per_host: linksPerHostView(profile),
      })),
    budget: {
      limit: own.limit,
      left: Math.min(own.left, all.left),
      resets_at: timeView(endsAt),
      time_zone: timeZone,
    },
    unavailable: state.ok ? null : noSandbox(state),
  }
}
