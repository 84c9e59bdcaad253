import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, ownerOfUser } from '../../core/identity/actor.ts'
import type { PersonalData } from '../../core/personal-data.ts'
import { hasEnded, type JobRecord } from '../../core/tasks/job-record.ts'
import type { Core } from '../../create-core.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { requireOwnPage } from '../../guards/own-page.ts'
import { answersFile, fileResponse } from '../../http/reply/file.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { accountFor } from '../me/identity-routes.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import {
  type DataArchive,
  DataExports,
  EXPORT_LANE,
  EXPORT_LANE_WIDTH,
  exportTask,
} from './data-export.ts'

interface DataExportServices {
  guards: ReturnType<typeof guards>
  dataExports: DataExports
}

const PATH = '/api/me/data-export'
const GZIP = 'application/gzip'

/** /api/me/data-export: all that the signed-in user has, as one archive. */
function dataExportRoutes({ guards, dataExports }: DataExportServices) {
  const view = async (owner: string) =>
    stateView(dataExports.job(owner), await dataExports.archive(owner))
  /** @throws {AppError} `forbidden` for a key, which is no person */
  const ownerOf = (actor: Actor) => ownerOfUser(accountFor(actor))
  return new Elysia({ name: 'features/data-export', prefix: PATH, tags: ['Account'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor }) => view(ownerOf(actor)),
      route({
        requireUser: true,
        summary: 'The archive of own data: whether it is being made, and where it is',
        responses: { 200: { description: 'The state', schema: DataExport } },
      }),
    )
    .post(
      '',
      async ({ context, actor, set }) => {
        const owner = ownerOf(actor)
        dataExports.start(context.caller, auditActorOf(context))
        set.status = 202
        return await view(owner)
      },
      route({
        requireUser: true,
        summary: 'Make an archive of all own data',
        description:
          'Conversations as Markdown and JSON with what is attached, files, history, usage and account, as one `.tar.gz`. It is made in the background, can be downloaded for 24 hours, and counts in no quota. One at a time.',
        responses: { 202: { description: 'It is queued', schema: DataExport } },
        errors: [409],
      }),
    )
    .delete(
      '',
      async ({ actor, set }) => {
        await dataExports.delete(ownerOf(actor))
        set.status = 204
      },
      route({
        requireUser: true,
        summary: 'Delete the archive of own data, or stop making it',
        responses: { 204: { description: 'It is gone' } },
        errors: [507],
      }),
    )
    .get(
      '/:id',
      async ({ request, context, actor, params }) => {
        requireOwnPage(request)
        const archive = await dataExports.open(ownerOf(actor), params.id)
        const day = timeView(archive.createdAt).slice(0, 10)
        return fileResponse(context, {
          path: archive.path,
          bytes: archive.bytes,
          etag: `"${archive.id}"`,
          modifiedAt: archive.createdAt,
          mediaType: GZIP,
          filename: `hearth-data-${day}.tar.gz`,
          isDownload: true,
          stream: archive.stream,
        })
      },
      route({
        requireUser: true,
        params: Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }),
        summary: 'Download the archive of own data',
        description: 'Of the signed-in user only, as long as it has not expired.',
        ...answersFile('The archive', GZIP),
      }),
    )
}

function stateView(
  job: JobRecord | undefined,
  archive: DataArchive | undefined,
): Static<typeof DataExport> {
  const isCurrent = job !== undefined && !hasEnded(job.status)
  const { done = 0, total } = job?.progress ?? {}
  return {
    status:
      job === undefined || job.status === 'succeeded' || job.status === 'cancelled'
        ? 'none'
        : job.status,
    progress: isCurrent && total !== undefined ? { done, total } : null,
    error: job?.status === 'failed' ? (job.error?.detail ?? null) : null,
    archive:
      archive === undefined
        ? null
        : {
            url: `${PATH}/${archive.id}`,
            bytes: archive.bytes,
            created_at: timeView(archive.createdAt),
            expires_at: timeView(archive.expiresAt),
          },
  }
}

const DataExport = component('DataExport', {
  status: oneOf(['none', 'queued', 'running', 'failed'], {
    description: 'Of the one that is being made, or has failed',
  }),
  progress: nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
  error: nullable(Type.String()),
  archive: nullable(
    Type.Object({
      url: Type.String(),
      bytes: Type.Integer(),
      created_at: Time,
      expires_at: Time,
    }),
    'The one that can be downloaded',
  ),
})

/** All that a person has as one archive, for that person. */
export function createDataExport(
  core: Core,
  { personalData }: { personalData: () => readonly PersonalData[] },
) {
  const { jobs, jobList, storage, audit, log, now } = core
  const task = exportTask((context) => dataExports.make(context))
  const dataExports = new DataExports({
    storage: storage.exports,
    jobs,
    jobList,
    task: () => task,
    personalData,
    audit,
    log,
    now,
  })
  return {
    name: 'data export',
    tasks: [task],
    lanes: { [EXPORT_LANE]: EXPORT_LANE_WIDTH },
    sweeps: [dataExports],
    ownedData: [dataExports],
    routes: () => [dataExportRoutes({ ...core, dataExports })],
    dataExports,
  }
}
