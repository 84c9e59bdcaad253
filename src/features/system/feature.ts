import { arch, release, type } from 'node:os'
import { Elysia } from 'elysia'
import { type Actor, isAdmin, labelOf } from '../../core/identity/actor.ts'
import { effectiveProfile, type KnownNames } from '../../core/identity/profile.ts'
import type { WorkerGrants } from '../../core/identity/worker-grants.ts'
import type { Core } from '../../create-core.ts'
import { databaseFacts } from '../../db/database-facts.ts'
import type { guards } from '../../guards/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { VERSION } from '../../platform/version.ts'
import type { BackupState } from '../backups/nightly.ts'
import { route } from '../shared/openapi.ts'
import { profileView } from '../shared/profile-view.ts'
import { dataFolderState, type SystemState } from './admin-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { AuthCheck, Health, MetricsText } from './schema.ts'

interface SystemServices {
  guards: ReturnType<typeof guards>
  /** What a profile may name. */
  recentNames: () => KnownNames
  workerGrants: WorkerGrants
  metrics: Metrics
  health: () => 'ok' | keyof typeof UNHEALTHY
}

const UNHEALTHY = {
  stopping: 'The service is stopping',
  storage_unavailable: 'The database takes no writes: its disk is full, or refuses them',
}

/** GET /auth-check, /health, /metrics. */
function systemRoutes({ guards, recentNames, workerGrants, metrics, health }: SystemServices) {
  return new Elysia({ name: 'features/system', tags: ['Service'] })
    .use(guards)
    .get(
      '/auth-check',
      ({ context: { actor, caller } }) => {
        const profile = actor.kind === 'key' ? actor.profile : undefined
        const present = recentNames()
        const capabilities = profileView(effectiveProfile(profile, present))
        capabilities.worker_profiles = [...(workerGrants.of(caller) ?? present.workerProfiles)]
        return {
          ok: true,
          actor: labelOf(actor),
          kind: actor.kind,
          role: roleOf(actor),
          capabilities,
        }
      },
      route({
        sensitive: true,
        requireApiKey: true,
        summary: 'Who the credential belongs to, and what it may do',
        responses: { 200: { description: 'The credential is valid', schema: AuthCheck } },
      }),
    )
    .get(
      '/health',
      () => {
        const status = health()
        if (status === 'ok') return { status }
        throw new AppError(status, UNHEALTHY[status], { retryAfterSeconds: 20 })
      },
      route({
        open: true,
        summary: 'Whether the service takes work',
        responses: { 200: { description: 'It does', schema: Health } },
        errors: [503],
      }),
    )
    .get(
      '/metrics',
      async () =>
        new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
      route({
        requireAdminOrLocal: true,
        summary: 'Prometheus metrics',
        responses: {
          200: { description: 'The metrics', contentType: 'text/plain', schema: MetricsText },
        },
      }),
    )
}

/** Null for a custom key, which has capabilities and no role. */
function roleOf(actor: Actor): 'admin' | 'user' | null {
  if (isAdmin(actor)) return 'admin'
  return actor.kind === 'user' ? actor.role : null
}

interface SystemParts extends Pick<SystemServices, 'recentNames'> {
  backups: { nightly: { state(): Promise<BackupState> } } | undefined
  settings: SystemState['settings']
}

/** The state of the service, and the client that it hands out. */
export function createSystem(core: Core, { backups, settings, recentNames }: SystemParts) {
  const { admissions, writeCheck, db, folder, startedAt } = core
  const health = () => {
    if (admissions.isClosed) return 'stopping' as const
    return writeCheck.isWritable() ? ('ok' as const) : ('storage_unavailable' as const)
  }
  return {
    name: 'system',
    routes: () => [systemRoutes({ ...core, recentNames, health }), clientRoutes(core)],
    health,
    system: async (): Promise<SystemState> => ({
      versions: {
        ...databaseFacts(db),
        hearth: VERSION,
        bun: Bun.version,
        system: `${type()} ${release()} ${arch()}`,
      },
      startedAt,
      data: folder === undefined ? undefined : await dataFolderState(folder),
      backups: await backups?.nightly.state(),
      settings,
    }),
  }
}
