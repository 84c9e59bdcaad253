import { HOSTILE } from './admin-services.ts'
import type { AdminState } from './admin-states.ts'

const PATH = '/admin/workers'
const AT = '2026-03-01T10:00:00.000Z'
const LONG = `Compare the offers of the three builders ${'x'.repeat(120)}`

const step = (tool: string, text: string, ok = true) => ({ at: AT, tool, text, ms: 3_200, ok })
const job = (status: string, more: object = {}) => ({
  ...{ job_id: `wrk_${status}`, kind: 'worker', status, created_at: AT, started_at: AT },
  ...{ position: status === 'queued' ? 3 : null, expected_wait_seconds: 90, progress: null },
  ...{ finished_at: null, expires_at: null, error: null, profile: 'research', excerpt: LONG },
  ...{ owner_id: 'key_1', actor: HOSTILE.label, steps: [], steps_total: 0, artifacts: [], ...more },
})
const profile = (name: string, source: string) => ({
  ...{ name, source, description: LONG, tools: ['list_files'], steps: 40, seconds: 900 },
})
const answer = (more: object = {}) => ({
  ...{ items: [], next_cursor: null, profile_faults: [] },
  today: {
    ...{ day: '2026-03-01', time_zone: 'Europe/Berlin', ends_at: '2099-03-02T00:00:00.000Z' },
    ...{ all: { limit: 20, left: 3 }, jobs_per_day: 8 },
    owners: [
      { owner_id: 'key_1', actor: HOSTILE.label, used: 8, left: 0 },
      { owner_id: 'usr_1', actor: HOSTILE.email, used: 1, left: 7 },
    ],
  },
  profiles: [profile('read_docs', 'override'), profile('mine', 'own')],
  sandbox: { ok: true, reason: null, fix: null, control_group: 'v2', python: true },
  ...more,
})
const STEPS = [
  step('list_files', 'list_files'),
  step('run', `run ${LONG}: Exit code 1`, false),
  step('wait_for_engine', 'wait_for_engine: No engine could answer: local cannot be reached'),
  step('write_artifact', `write_artifact ${HOSTILE.label}`),
]
const done = { finished_at: '2026-03-01T10:02:00.000Z', expires_at: '2026-03-01T11:02:00.000Z' }
const FILLED = answer({
  items: [
    job('queued', { started_at: null }),
    job('running', { steps: STEPS, steps_total: 90 }),
    job('succeeded', {
      ...done,
      artifacts: [{ name: HOSTILE.label, bytes: 3, media_type: 'text/plain' }],
    }),
    job('failed', { ...done, error: { code: 'no_engine', detail: HOSTILE.evidence } }),
    job('cancelled', { ...done, actor: null, profile: null, excerpt: null }),
  ],
  next_cursor: '7',
})

/** Every state of the admin page of workers. */
export function workerStates(): AdminState[] {
  const filled = (state: Omit<AdminState, 'path' | 'answer'>): AdminState => ({
    ...state,
    path: PATH,
    answer: { [PATH]: FILLED },
  })
  return [
    {
      name: 'Workers: empty',
      path: PATH,
      isEmpty: true,
      sees: 'text=No worker was started within the last hour',
    },
    filled({ name: 'Workers: filled', sees: 'text=17 of 20 jobs started, 3 left' }),
    filled({
      name: 'Workers: steps of a job',
      sees: 'text=The first 86 steps are not shown',
      act: (page) => page.getByRole('button', { name: /^90 steps of/ }).click(),
    }),
    filled({
      name: 'Workers: asked',
      sees: 'dialog[open]',
      act: (page) =>
        page
          .getByRole('button', { name: /^Cancel/ })
          .first()
          .click(),
    }),
    {
      name: 'Workers: no sandbox, and a profile with a fault',
      path: PATH,
      sees: 'text=It cannot be used',
      answer: {
        [PATH]: answer({
          profile_faults: [{ name: HOSTILE.label, fault: HOSTILE.evidence }],
          sandbox: {
            ...{ ok: false, reason: 'bwrap is not installed', control_group: null, python: false },
            fix: 'Install bubblewrap: sudo apt install bubblewrap',
          },
        }),
      },
    },
  ]
}
