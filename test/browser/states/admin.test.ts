import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { HOSTILE, startEmptyService, startFilledService } from '../../support/admin-services.ts'
import { openApp } from '../../support/app-page.ts'
import { CHROMIUM } from '../../support/chromium.ts'
import { LookChecks, STATES_MS, statesOf } from '../../support/looks.ts'
import { type Answering, answersOf } from '../../support/page-answers.ts'

const AT = '2026-03-01T10:00:00.000Z'
const WORKERS = '/admin/workers'
const NODES = '/admin/worker-nodes'
const CHECKED = { error: null, checked_at: '2026-11-01T00:00:00.000Z', missing: [], others: [] }
const TOOL_SERVERS = {
  items: [
    {
      ...{ ...CHECKED, id: 'notes', host: '127.0.0.1:9000', state: 'online' },
      tools: [
        {
          ...{ name: 'notes__search', asks_first: false },
          description: `From the server notes of another, in its words: Finds ${'notes '.repeat(160)}`,
        },
        { name: `notes__${'d'.repeat(57)}`, asks_first: true, description: 'Deletes a note' },
      ],
      missing: [{ tool: 'read', reason: 'the server has no such tool' }],
      others: ['write', '<b>rename</b>'],
    },
    {
      ...{ ...CHECKED, id: 'lights', host: `${'h'.repeat(60)}.example`, state: 'failed' },
      ...{ error: 'nothing listens there', tools: [] },
    },
    {
      ...CHECKED,
      ...{ id: 'later', host: 'later.example', state: 'connecting', checked_at: null, tools: [] },
    },
  ],
}
const long = (text: string) => `${text} ${'x'.repeat(120)}`
const BRIEF = long('Compare the offers of the three builders')

const step = (tool: string, text: string, ok = true) => ({ at: AT, tool, text, ms: 3_200, ok })
const job = (status: string, more: object = {}) => ({
  ...{ job_id: `wrk_${status}`, kind: 'worker', status, created_at: AT, started_at: AT },
  ...{ position: status === 'queued' ? 3 : null, expected_wait_seconds: 90, progress: null },
  ...{ finished_at: null, expires_at: null, error: null, profile: 'research', excerpt: BRIEF },
  ...{ owner_id: 'key_1', actor: HOSTILE.label, steps: [], steps_total: 0, artifacts: [], ...more },
})
const profile = (name: string, source: string) => ({
  ...{ name, source, description: BRIEF, tools: ['list_files'], steps: 40, seconds: 900 },
})
const workers = (more: object = {}) => ({
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
  sandbox: { ok: true, reason: null, fix: null, params: null, control_group: 'v2', python: true },
  ...more,
})
const STEPS = [
  step('list_files', 'list_files'),
  step('run', `run ${BRIEF}: Exit code 1`, false),
  step('wait_for_engine', 'wait_for_engine: No engine could answer: local cannot be reached'),
  step('write_artifact', `write_artifact ${HOSTILE.label}`),
]
const ARTIFACTS = [{ name: HOSTILE.label, bytes: 3, media_type: 'text/plain' }]
const done = { finished_at: '2026-03-01T10:02:00.000Z', expires_at: '2026-03-01T11:02:00.000Z' }
const FILLED_WORKERS = workers({
  items: [
    job('queued', { started_at: null }),
    job('running', { steps: STEPS, steps_total: 90 }),
    job('succeeded', { ...done, artifacts: ARTIFACTS }),
    job('failed', { ...done, error: { code: 'no_engine', detail: HOSTILE.evidence } }),
    job('cancelled', { ...done, actor: null, profile: null, excerpt: null }),
  ],
  next_cursor: '7',
})
const NO_SANDBOX = workers({
  profile_faults: [{ name: HOSTILE.label, fault: HOSTILE.evidence }],
  sandbox: {
    ...{ ok: false, reason: 'bwrap is not installed', control_group: null, python: false },
    fix: 'Install bubblewrap: sudo apt install bubblewrap',
  },
})

const engine = (id: string, more: object = {}) => ({
  ...{ id, label: id, models: ['qwen3'], accounts: [`default@${id}`], problem: null, ...more },
})
const node = (name: string, state: string, more: object = {}) => ({
  ...{ name, state, version: '0.1.0', width: 2, running: 0, started_at: AT, seen_at: AT },
  ...{ clock_ahead_seconds: null, engines: [], speech: [], recognisers: [], ...more },
})
const MANY = Array.from({ length: 40 }, (_, i) => `m-${i}`)
const NO_SERVER = long('No server answers at http://127.0.0.1:8080')
const FILLED_NODES = {
  ...{ is_shared: true, version: '0.1.0' },
  items: [
    node('busy', 'online', {
      running: 3,
      engines: [
        engine('llama', { label: HOSTILE.label, accounts: ['home@busy', 'work@busy'] }),
        engine('down', { models: MANY, problem: HOSTILE.evidence }),
        engine('empty', { models: [], problem: NO_SERVER }),
      ],
      speech: [{ id: 'piper', label: 'Piper', models: ['small'] }],
      recognisers: [{ id: 'whisper', label: 'Whisper', models: [] }],
    }),
    node('clock', 'online', { clock_ahead_seconds: -90 }),
    node('g'.repeat(64), 'lost', { engines: [engine('big')] }),
    node('old', 'refused', { version: '0.0.9' }),
    node('rest', 'stopped'),
  ],
}

/** A state of an admin page, and how a person or the service brings it about. */
interface AdminState {
  name: string
  path: string
  /** What is on the page then, beside its title. */
  sees: string
  /** Of a service with nothing in it; otherwise of a full one. */
  isEmpty?: boolean
  /**
   * Answers of the service that differ, by the start of their path: a status, an object, or `hold`, which
   * keeps them for ever.
   */
  answer?: Readonly<Record<string, number | 'hold' | object>>
  act?: (page: Page) => Promise<void>
  /** A kind of fault in the console that belongs to it. */
  fault?: RegExp
}
type Row = [name: string, sees: string, more?: Partial<AdminState>]

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const open = (summary: string) => (page: Page) =>
  page.locator('main summary', { hasText: summary }).click()
const makeKey = (label: string) => async (page: Page) => {
  await page.getByLabel('Label').fill(label)
  await page.click('main form button:has-text("Create key")')
}
const empty = { isEmpty: true }

/** The states of a page; loading, failed, refused and signed out are alike on all pages. */
function statesOfPage([name, path, api = path]: [string, string, string?], ...rows: Row[]) {
  const all: Row[] = [
    ['loading', '[role=status][aria-label=Loading]', { answer: { [api]: 'hold' } }],
    ['failed', 'text=Try again', { answer: { [api]: 500 }, fault: /500/ }],
    ['not allowed', 'text=Open the workspace', { answer: { [api]: 403 }, fault: /403/ }],
    ['signed out', 'text=You are signed out', { answer: { [api]: 401 }, fault: /401/ }],
    ...rows,
  ]
  return all.map(([state, sees, more]) => ({ name: `${name}: ${state}`, path, sees, ...more }))
}

/** Every state of the pages Overview, Queue, Workers, Engines, Worker nodes, People, Keys and Usage. */
function adminStates(ids: Record<'person' | 'key' | 'revoked', string>): AdminState[] {
  const filled = { answer: { [WORKERS]: FILLED_WORKERS } }
  const nodes = { answer: { [NODES]: FILLED_NODES } }
  const person = { path: `/admin/people/${ids.person}` }
  const newKey = { path: '/admin/keys/new' }
  const key = { path: `/admin/keys/${ids.key}` }
  const none = 'by=person&from=2001-01-01&to=2001-01-02'
  return [
    ...statesOfPage(
      ['Overview', '/admin', '/admin/'],
      ['first run', 'text=First steps, 0 of 5 done', empty],
      ['filled', 'text=waits for approval', { act: open('The numbers day by day') }],
    ),
    ...statesOfPage(
      ['Queue', '/admin/queue'],
      ['empty', 'text=Nothing runs and nothing waits', empty],
      ['filled', 'text=1 waits in line'],
      ['asked', 'dialog[open]', { act: click(/^Cancel: /) }],
    ),
    ...statesOfPage(
      ['Workers', WORKERS],
      ['empty', 'text=No worker was started within the last hour', empty],
      ['filled', 'text=17 of 20 jobs started, 3 left', filled],
      ['steps', 'text=The first 86 steps are not shown', { ...filled, act: click(/^90 steps of/) }],
      ['asked', 'dialog[open]', { ...filled, act: click(/^Cancel/) }],
      ['no sandbox', 'text=It cannot be used', { answer: { [WORKERS]: NO_SANDBOX } }],
    ),
    ...statesOfPage(
      ['Engines', '/admin/engines'],
      ['empty', 'text=There is no engine yet', empty],
      ['filled', 'text=is parked until', { act: open('7 models') }],
      ['asked', 'dialog[open]', { act: click(/^Switch off: Claude/) }],
      [
        'tool servers',
        'text=It cannot be used: nothing listens there',
        { answer: { '/admin/tool-servers': TOOL_SERVERS }, act: open('2 tools not offered') },
      ],
    ),
    ...statesOfPage(
      ['Machines', NODES],
      ['one machine', 'text=This machine does all the work', empty],
      [
        'none',
        'text=No worker node has joined yet',
        { answer: { [NODES]: { ...FILLED_NODES, items: [] } } },
      ],
      ['filled', 'text=It has version 0.0.9 of Hearth, and this service has 0.1.0', nodes],
      ['asked', 'dialog[open]', { ...nodes, act: click('Forget: rest') }],
    ),
    ...statesOfPage(
      ['People', '/admin/people', '/admin/users'],
      ['empty', 'text=Nobody is here yet', empty],
      ['filled', 'text=2 people wait for you'],
      ['nobody found', 'text=Nobody was found', { path: '/admin/people?q=nobody' }],
      ['taken back', '.toast >> text=Undo', { act: click(/^Turn away: guest/) }],
      ['a person', 'text=No program was approved', person],
      ['a person: asked', 'dialog[open]', { ...person, act: click('Make admin') }],
      [
        'a person: not found',
        'text=There is no such user',
        { path: '/admin/people/usr_nobody', fault: /404/ },
      ],
    ),
    ...statesOfPage(
      ['Keys', '/admin/keys', '/admin/api-keys'],
      ['empty', 'text=There is no key yet', empty],
      ['filled', 'text=old laptop'],
      ['none found', 'text=No key was found', { path: '/admin/keys?q=nothing' }],
      ['new', 'text=What this key can do', newKey],
      [
        'refused',
        'text=Choose another label',
        { ...newKey, fault: /409/, act: makeKey('kitchen') },
      ],
      [
        'just made',
        'text=It works: the service knows it as',
        {
          ...newKey,
          async act(page) {
            await makeKey(`made ${Math.random()}`)(page)
            await click('Test it')(page)
          },
        },
      ],
      ['a key', 'text=gone (not there at present)', key],
      ['a key: asked', 'dialog[open]', { ...key, act: click('Revoke the key') }],
      ['revoked', 'text=every request is refused', { path: `/admin/keys/${ids.revoked}` }],
    ),
    ...statesOfPage(
      ['Usage', '/admin/usage'],
      ['empty', 'text=Nothing was used in these days', empty],
      ['filled', '.chart canvas', { act: open('The numbers of the chart') }],
      [
        'by key, one day',
        'text=on a usual',
        { path: '/admin/usage?by=key&days=1', act: open('Price list') },
      ],
      ['none of a group', 'text=Nothing was used', { path: `/admin/usage?${none}` }],
    ),
  ]
}

/** Brings a state about on a page that is signed in. */
async function reach({ page, given }: AdminTab, url: string, state: AdminState): Promise<void> {
  given.answer(state.answer === undefined ? undefined : answering(state.answer))
  await page.goto(url + state.path)
  await state.act?.(page)
  await page.locator(state.sees).first().waitFor()
}

function answering(answers: NonNullable<AdminState['answer']>): Answering {
  const all = Object.entries(answers)
  return ({ url, isStream }) => {
    const answer = all.findLast(([path]) => url.pathname.startsWith(path))?.[1]
    if (answer === undefined || isStream) return undefined
    if (answer === 'hold') return 'never'
    if (typeof answer === 'object') return { json: answer }
    const detail = `Refused for the test, by ${HOSTILE.label}`
    return { status: answer, json: { detail, code: 'test' } }
  }
}

async function openAdmin(service: { url: string }) {
  const tab = await openApp(service, '/admin/queue')
  return { ...tab, given: await answersOf(tab.page) }
}
type AdminTab = Awaited<ReturnType<typeof openAdmin>>

const testPage = test.skipIf(CHROMIUM === null)
/** Of about fifty states, outside of CI: no divisor of the number that a page has. */
const ONE_OF = 5
testPage(
  'every state of the admin pages is accessible in light and dark, and fits every window',
  async () => {
    await using full = await startFilledService()
    await using empty = startEmptyService()
    await using ofFull = await openAdmin(full)
    await using ofEmpty = await openAdmin(empty)
    const looks = new LookChecks()
    const { faults } = looks
    for (const state of statesOf(adminStates(full.ids), ONE_OF)) {
      const [tab, url] = state.isEmpty === true ? [ofEmpty, empty.url] : [ofFull, full.url]
      try {
        await reach(tab, url, state)
        await looks.check(tab.page, state.name)
        await tab.expectClean((fault) => state.fault?.test(fault) === true)
      } catch (error) {
        faults.push(`${state.name}: ${Error(String(error)).message.slice(0, 600)}`)
      }
      // Answers that are under way belong to this state.
      await tab.page.goto('about:blank')
      tab.faults.length = 0
    }
    expect(faults).toEqual([])
  },
  STATES_MS,
)
