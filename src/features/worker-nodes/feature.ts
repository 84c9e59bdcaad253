import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Check, type Finding, finding } from '../../core/doctor/finding.ts'
import type { Core } from '../../create-core.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { VERSION } from '../../platform/version.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { seconds } from '../shared/job-view.ts'
import { route } from '../shared/openapi.ts'
import { MAX_CLOCK_DIFFERENCE_MS, WorkerNodes } from './worker-nodes.ts'

const NAME = '^[A-Za-z0-9_.-]{1,64}$'

const NamedModels = Type.Object({
  id: Type.String(),
  label: Type.String(),
  models: Type.Array(Type.String()),
})

const WorkerNodeView = component('WorkerNode', {
  name: Type.String(),
  state: oneOf(['online', 'lost', 'stopped', 'refused'], {
    description: '`refused`: of another version, so that it gets no work',
  }),
  version: Type.String(),
  width: Type.Integer({ description: 'Heavy tasks at a time' }),
  running: Type.Integer({ description: 'Calls of engines that it has not ended' }),
  started_at: Time,
  seen_at: Time,
  clock_ahead_seconds: nullable(
    Type.Number({ description: 'Where its clock differs by more than 5 s' }),
  ),
  engines: Type.Array(
    Type.Object({
      ...NamedModels.properties,
      accounts: Type.Array(Type.String(), {
        description: 'As the engines page names them: account@node',
      }),
      problem: nullable(Type.String({ description: 'Why its server does not answer' })),
    }),
  ),
  speech: Type.Array(NamedModels),
  recognisers: Type.Array(NamedModels),
})

const WorkerNodePage = component('WorkerNodes', {
  is_shared: Type.Boolean({
    description: 'Whether the settings name a queue, so that worker nodes can join',
  }),
  version: Type.String({
    description: 'Of this service; a worker node of another version gets no work',
  }),
  items: Type.Array(WorkerNodeView),
})

/** /admin/worker-nodes. */
export function adminWorkerNodeRoutes(
  guardPlugin: ReturnType<typeof guards>,
  workerNodes: WorkerNodes,
) {
  return new Elysia({ name: 'features/admin/worker-nodes', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/worker-nodes',
      () => pageOf(workerNodes),
      route({
        requireAdmin: true,
        summary: 'The machines that answer for this one',
        responses: { 200: { description: 'Worker nodes by name', schema: WorkerNodePage } },
      }),
    )
    .delete(
      '/worker-nodes/:name',
      async ({ context, params, set }) => {
        await workerNodes.forget(params.name, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: Type.Object({ name: Type.String({ pattern: NAME }) }),
        summary: 'Forget a worker node that is away',
        responses: { 204: { description: 'It is forgotten, until it announces itself again' } },
        errors: [409],
      }),
    )
}

function pageOf(workerNodes: WorkerNodes): Static<typeof WorkerNodePage> {
  return {
    is_shared: workerNodes.isShared,
    version: VERSION,
    items: workerNodes.list().map(viewOf),
  }
}

function viewOf({
  announcement,
  state,
  seenAt,
  clockAheadMs,
}: ReturnType<WorkerNodes['list']>[number]): Static<typeof WorkerNodeView> {
  const { name, version, width, calls, startedAt, engines } = announcement
  const isClockWrong = Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS
  return {
    name,
    state,
    version,
    width,
    running: state === 'online' ? calls.length : 0,
    started_at: timeView(startedAt),
    seen_at: timeView(seenAt),
    clock_ahead_seconds: isClockWrong ? seconds(clockAheadMs) : null,
    engines: engines
      .filter((one) => one.type === 'text')
      .map(({ id, label, models, accounts, problem }) => ({
        id,
        label,
        models: models.map((model) => model.name),
        accounts: accounts.map((account) => `${account.id}@${name}`),
        problem: problem ?? null,
      })),
    speech: engines.filter((one) => one.type === 'speech').map(namedModels),
    recognisers: engines.filter((one) => one.type === 'transcription').map(namedModels),
  }
}

function namedModels({ id, label, models }: { id: string; label: string; models: string[] }) {
  return { id, label, models }
}

type List = ReturnType<WorkerNodes['list']>

const ID = 'worker-nodes'

/**
 * Whether the worker nodes are there and can be given work.
 *
 * @param list Those that are known, lost ones too; undefined where there is one machine only
 */
function workerNodeChecks(list: (() => List) | undefined): readonly Check[] {
  if (list === undefined) return []
  return [{ id: ID, run: () => findingsOf(list()) }]
}

function findingsOf(nodes: List): Finding[] {
  const issues = nodes.flatMap(issuesOf)
  const online = nodes.filter(({ state }) => state === 'online')
  if (online.length > 0) {
    const names = online.map(({ announcement }) => announcement.name).join(', ')
    return [finding(ID, 'ok', 'nodes_online', { names }), ...issues]
  }
  return issues.length > 0 ? issues : [finding(ID, 'warning', 'nodes_none')]
}

function issuesOf({ announcement, state, clockAheadMs }: List[number]): Finding[] {
  const { name, version } = announcement
  const id = `worker-node.${name}`
  if (state === 'stopped') return []
  if (state === 'lost') return [finding(id, 'warning', 'node_lost', { name })]
  const findings: Finding[] = []
  if (state === 'refused')
    findings.push(finding(id, 'warning', 'node_version', { name, version, own: VERSION }))
  if (Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS) {
    const seconds = Math.round(Math.abs(clockAheadMs) / 1000)
    const code = clockAheadMs > 0 ? 'node_ahead' : 'node_behind'
    findings.push(finding(`worker-node.${name}.clock`, 'warning', code, { name, seconds }))
  }
  return findings
}

/** Other machines that answer. Their routes are in the admin area. */
export function createWorkerNodes({ cluster, alerts, audit, db, log }: Core) {
  const workerNodes = new WorkerNodes({ cluster, alerts, audit, db, log })
  return {
    name: 'worker-nodes',
    checks: workerNodeChecks(workerNodes.isShared ? () => workerNodes.list() : undefined),
    end: () => cluster?.stop(),
    workerNodes,
  }
}
