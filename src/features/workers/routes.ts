import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { Caller } from '../../core/caller.ts'
import { ownerOf } from '../../core/identity/actor.ts'
import type { WorkerGrants } from '../../core/identity/worker-grants.ts'
import type { JobList } from '../../core/tasks/job-list.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import type { guards } from '../../guards/index.ts'
import { answersFile, fileResponse } from '../../http/reply/file.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { component } from '../../platform/schemas.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { IDEMPOTENCY_HEADER, JobParams } from '../shared/job-request.ts'
import { jobRecord } from '../shared/job-routes.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { type TaskServices, taskHandlers } from '../shared/task-handlers.ts'
import {
  AdminWorkers,
  AdminWorkersQuery,
  adminJobView,
  dayView,
  LinksPerHost,
  linksPerHostView,
  profileView,
  type SandboxState,
  sandboxView,
} from './admin-schema.ts'
import type { DailyBudgets } from './daily-budgets.ts'
import type { FileWorkerProfiles } from './file-worker-profiles.ts'
import {
  ArtifactParams,
  ListedWorkerJob,
  listedView,
  MAX_WORKER_BYTES,
  StepParams,
  WORKER_EXAMPLES,
  WORKER_PATH,
  WorkerBody,
  WorkerJob,
  workerBodyReader,
  workerJobView,
} from './schema.ts'
import { noSandbox, type WorkerTask } from './worker-task.ts'
import type { Workers } from './workers.ts'

const WorkerOffer = component('WorkerOffer', {
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
})

interface WorkerOfferServices {
  guards: ReturnType<typeof guards>
  workerProfiles: Pick<FileWorkerProfiles, 'list'>
  workerGrants: Pick<WorkerGrants, 'of'>
  workerBudgets: Pick<DailyBudgets, 'state'>
  sandbox: { state(): Promise<SandboxState> }
}

/** GET /api/ai/worker/profiles: what the caller may ask workers for. */
export function workerOfferRoutes({ guards, ...services }: WorkerOfferServices) {
  return new Elysia({ name: 'features/worker/offer', prefix: WORKER_PATH, tags: ['Workers'] })
    .use(guards)
    .get(
      '/profiles',
      ({ context }) => offer(services, context.caller),
      route({
        requireUser: true,
        summary: 'Worker profiles that the caller may use, and what is left of today’s budget',
        responses: { 200: { description: 'By name', schema: WorkerOffer } },
      }),
    )
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

interface AdminWorkerServices {
  guards: ReturnType<typeof guards>
  jobList: JobList
  workers: Workers
  workerBudgets: DailyBudgets
  workerProfiles: FileWorkerProfiles
  sandbox: { state(): Promise<SandboxState> }
  /** The name of an owner of jobs. */
  ownerName: (owner: string) => string
}

/** GET /admin/workers: what everybody's workers do, and what of the budgets is left. */
export function adminWorkerRoutes(services: AdminWorkerServices, task: WorkerTask) {
  const { guards, jobList, workers, workerBudgets, workerProfiles, sandbox, ownerName } = services
  return new Elysia({ name: 'features/worker/admin', tags: ['Admin'] }).use(guards).get(
    '/admin/workers',
    async ({ query: { limit, cursor } }) => {
      const { items, nextCursor } = jobList.pageOfAll(task.kind, limit, cursor)
      return {
        items: items.map((job) => adminJobView(workers, job)),
        next_cursor: nextCursor ?? null,
        today: dayView(workerBudgets.report(), ownerName),
        profiles: workerProfiles.list().map(profileView),
        profile_faults: [...workerProfiles.faults],
        sandbox: sandboxView(await sandbox.state()),
      }
    },
    route({
      sensitive: true,
      requireAdmin: true,
      query: AdminWorkersQuery,
      summary: 'What everybody’s workers do and have done, and today’s budgets',
      description:
        'Jobs that have not expired, the newest first, each with its steps and the names of its artifacts. Of a brief only the beginning is shown, of answers and files nothing. `POST /admin/queue/{id}/cancel` cancels a job.',

      responses: { 200: { description: 'One page of jobs', schema: AdminWorkers } },
    }),
  )
}

interface WorkerServices extends TaskServices {
  guards: ReturnType<typeof guards>
  attachments: AttachmentIntake
  jobList: JobList
  workers: Workers
}

const JOB_WORDS =
  '`status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; `steps` and `artifacts` grow while it runs. Jobs of others are not found. An hour after its end a job is deleted with its artifacts.'

/** /api/ai/worker: jobs that a model does by itself, with tools, in a sandbox. */
export function workerRoutes(services: WorkerServices, task: WorkerTask) {
  const { guards, jobs, jobList, workers, attachments } = services
  const view = (job: JobRecord) => workerJobView(workers, job)
  const handlers = taskHandlers(services, {
    task,
    path: WORKER_PATH,
    body: {
      schema: WorkerBody,
      maxBytes: MAX_WORKER_BYTES,
      read: workerBodyReader(attachments),
      discard: (input) => attachments.discard(input.attachments),
    },
    view: undefined,
    jobView: view,
  })
  const record = jobRecord({
    jobs,
    task,
    noun: 'worker',
    description: JOB_WORDS,
    schema: WorkerJob,
    view,
  })
  return new Elysia({ name: 'features/worker', prefix: WORKER_PATH, tags: ['Workers'] })
    .use(guards)
    .post(
      '',
      ({ context, set }) => handlers.start({ context, set }),
      route({
        requireUser: true,
        summary: 'Give a task to a worker',
        description:
          'A model works on the brief by itself: it reads what is attached, runs commands in a sandbox without a network, reads pages where the profile allows it, and hands files over as artifacts. Always a job. Who may use a profile is set with the key or the user. Each accepted job counts towards the budget of the day, of the caller and of the service; 429 names the one that is used up. 503 says why where no sandbox can be made: nothing runs without one. A job that succeeds costs credits.',

        body: WorkerBody,
        bodyExamples: WORKER_EXAMPLES,
        headers: IDEMPOTENCY_HEADER,
        responses: {
          202: {
            description: 'The job',
            schema: WorkerJob,
            headers: { Location: 'The path of the job' },
          },
        },
        errors: [403, 404, 409, 410, 429, 503],
      }),
    )
    .post(
      '/:id/again',
      ({ context, set, params }) => handlers.again({ context, set }, params.id),
      route({
        requireUser: true,
        params: JobParams,
        summary: 'Run one worker job again',
        description:
          'Makes a new job of the same brief, which counts towards the budgets of now. The job itself stays as it is, whatever its status. A job with files is refused with 409: they are deleted at its end.',

        headers: IDEMPOTENCY_HEADER,
        responses: {
          202: {
            description: 'The new job',
            schema: WorkerJob,
            headers: { Location: 'The path of the new job' },
          },
        },
        errors: [403, 409, 410, 422, 429, 503],
      }),
    )
    .get(
      '',
      ({ actor, query: { limit, cursor } }) =>
        listOf(jobList.page(ownerOf(actor), limit, cursor, { kinds: [task.kind] }), listedView),
      route({
        requireUser: true,
        query: ListQuery,
        summary: 'Own worker jobs, without their steps and results',

        responses: {
          200: { description: 'The newest first', schema: listSchema(ListedWorkerJob) },
        },
      }),
    )
    .get('/:id', record.get.handler, route({ ...record.get.options, requireUser: true }))
    .delete('/:id', record.cancel.handler, route({ ...record.cancel.options, requireUser: true }))
    .get(
      '/:id/events',
      record.events.handler,
      route({ ...record.events.options, requireUser: true }),
    )
    .get(
      '/:id/steps/:number/output',
      async ({ context, params: { id, number }, actor }) =>
        sendFile(
          context,
          await workers.stepOutput(jobs.get(ownerOf(actor), task, id), Number(number)),
          {
            isDownload: false,
          },
        ),
      route({
        requireUser: true,
        params: StepParams,
        summary: 'The whole output of a step of a worker job',
        description:
          'What its tool has said, of which the model has got no more than the beginning and the end where it was long. `output.url` of a step has the address. It is there until the job is deleted.',

        responses: {
          200: {
            description: 'The text',
            schema: Type.String({ examples: ['Exit code 0'] }),
            contentType: 'text/plain',
          },
        },
      }),
    )
    .get(
      '/:id/artifacts/:name',
      async ({ context, params: { id, name }, actor }) =>
        sendFile(context, await workers.artifact(jobs.get(ownerOf(actor), task, id), name), {
          isDownload: true,
        }),
      route({
        requireUser: true,
        params: ArtifactParams,
        summary: 'Download an artifact of a worker job',
        description: 'Always as a download. It is there until the job is deleted.',
        ...answersFile('The file'),
      }),
    )
}

function sendFile(
  context: HttpContext,
  { name, ...file }: Awaited<ReturnType<Workers['artifact']>>,
  { isDownload }: { isDownload: boolean },
) {
  return fileResponse(context, {
    ...file,
    filename: name,
    isDownload,
    etag: `"${file.bytes.toString(36)}-${file.modifiedAt.toString(36)}"`,
  })
}
