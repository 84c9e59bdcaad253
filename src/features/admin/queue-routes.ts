import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Admissions } from '../../core/tasks/admission.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { QueueAdmin } from '../../core/tasks/queue-admin.ts'
import type { Run } from '../../core/tasks/run.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { component } from '../../platform/schemas.ts'
import { nullable } from '../shared/fields.ts'
import { Progress, progressView, seconds } from '../shared/job-view.ts'
import { route } from '../shared/openapi.ts'
import { KeyParams } from './schema.ts'

const QueueItem = component('QueueItem', {
  id: Type.String(),
  lane: Type.String(),
  kind: Type.String(),
  owner: Type.String(),
  actor: Type.String(),
  request_id: Type.String(),
  position: nullable(Type.Number({ description: '1-based place in its lane; null while it runs' })),
  age_seconds: Type.Number({ description: 'Since it was submitted' }),
  running_seconds: nullable(
    Type.Number({ description: 'Since it has started; null while it waits' }),
  ),
  expected_wait_seconds: nullable(
    Type.Number({ description: 'Until it is likely to start; null where nothing is known yet' }),
  ),
  progress: nullable(Progress),
  engine: nullable(
    Type.String({
      description: 'Label of the engine that it asks; null where it has asked none',
    }),
  ),
  model: nullable(Type.String()),
})

const AdmissionClass = Type.Object({
  admitted: Type.Integer(),
  max: Type.Integer(),
  max_per_owner: Type.Integer(),
  waiting: Type.Integer({ description: 'Clients that wait for a lease' }),
  readmitted: Type.Integer({ description: 'Jobs of the last start, which are not counted' }),
  owners: Type.Record(Type.String(), Type.Integer()),
})

const QueuePage = component('Queue', {
  running: Type.Array(QueueItem),
  waiting: Type.Array(QueueItem),
  lanes: Type.Array(
    Type.Object({
      name: Type.String(),
      width: Type.Integer(),
      running: Type.Integer(),
      waiting: Type.Integer(),
    }),
  ),
  admission: Type.Record(Type.String(), AdmissionClass),
})

/** /admin/queue. Its GET reads memory only, so it may be polled every second. */
export function adminQueueRoutes(
  guardPlugin: ReturnType<typeof guards>,
  queue: Queue,
  queueAdmin: QueueAdmin,
  admissions: Admissions,
  now: () => number,
) {
  return new Elysia({ name: 'features/admin/queue', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/admin/queue',
      () => queuePage(queue, admissions, now()),
      route({
        requireAdmin: true,
        summary: 'What runs and what waits',
        responses: { 200: { description: 'Lanes and admission', schema: QueuePage } },
      }),
    )
    .post(
      '/admin/queue/:id/cancel',
      async ({ context, params, set }) => {
        await queueAdmin.cancel(params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Cancel what waits or runs, no matter who has asked for it',
        description:
          'What runs is stopped at its source and leaves its place a moment later. Anyone who waits for the answer is told; a job is `cancelled`.',
        responses: { 204: { description: 'It is cancelled' } },
      }),
    )
}

async function queuePage(
  queue: Queue,
  admissions: Admissions,
  now: number,
): Promise<Static<typeof QueuePage>> {
  const lanes = queue.lanes()
  return {
    running: lanes.flatMap(({ running }) => running.map((run) => itemOf(run, now))),
    waiting: lanes.flatMap(({ waiting }) => waiting.map((run) => itemOf(run, now))),
    lanes: lanes.map(({ name, width, running, waiting }) => ({
      name,
      width,
      running: running.length,
      waiting: waiting.length,
    })),
    admission: Object.fromEntries(
      Object.entries(admissions.state()).map(([name, { maxPerOwner, ...state }]) => [
        name,
        { ...state, max_per_owner: maxPerOwner },
      ]),
    ),
  }
}

function itemOf(run: Run, now: number): Static<typeof QueueItem> {
  const { kind, caller } = run.task
  return {
    id: run.id,
    lane: run.lane,
    kind,
    owner: caller.owner,
    actor: caller.actor,
    request_id: caller.requestId,
    position: run.position ?? null,
    age_seconds: seconds(now - run.submittedAt),
    running_seconds:
      run.startedAt === undefined || run.position !== undefined
        ? null
        : seconds(now - run.startedAt),
    expected_wait_seconds: run.expectedWaitMs === undefined ? null : seconds(run.expectedWaitMs),
    progress: run.progress === undefined ? null : progressView(run.progress),
    engine: run.asked?.engine ?? null,
    model: run.asked?.model ?? null,
  }
}
