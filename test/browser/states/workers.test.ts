import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { CHROMIUM } from '../../support/chromium.ts'
import { faultsOf, type PageState, STATES_MS, statesOf } from '../../support/looks.ts'
import { startService } from '../../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

const OFFER = '**/api/ai/worker/profiles'
const LIST = '**/api/ai/worker?*'
const START = '**/api/ai/worker'
const COLLECTIONS = '**/api/knowledge'
const JOB = '**/api/ai/worker/wrk_1'
const EVENTS = '**/api/ai/worker/wrk_1/events'
const FILE = '**/api/ai/worker/wrk_1/artifacts/*'
const OUTPUT_FILE = '**/api/ai/worker/wrk_1/steps/3/output'
const AT = '2026-03-01T10:00:00.000Z'
const WORD = 'Compare the offers of the three builders '
const LONG = `${WORD.repeat(12)}${'x'.repeat(90)}`

const refusal = (status: number, code: string, detail: string) => ({
  status,
  json: { code, detail },
})
const offer = (more: object = {}) => ({
  json: {
    items: [
      { name: 'read_docs', description: 'Works on what is attached, without the web.' },
      { name: 'research', description: `Reads pages of the web as well. ${WORD.repeat(4)}` },
    ],
    budget: { left: 5, limit: 8, resets_at: '2099-03-02T00:00:00.000Z', time_zone: 'UTC' },
    ...{ unavailable: null, ...more },
  },
})
const listed = (status: string, more: object = {}) => ({
  ...{ job_id: 'wrk_1', kind: 'worker', status, created_at: AT, started_at: AT },
  ...{ position: status === 'queued' ? 3 : null, expected_wait_seconds: 90 },
  ...{ progress: { done: 4, total: 40, unit: 'steps', note: null, seconds_left: null } },
  ...{ finished_at: null, expires_at: null, result: null, error: null, profile: 'research' },
  ...{ excerpt: LONG, ...more },
})
const job = (status: string, more: object = {}) => ({
  json: { ...listed(status), brief: WORD, steps: [], artifacts: [], ...more },
})
const OUTPUT = { bytes: 700_000, url: '/api/ai/worker/wrk_1/steps/3/output' }
const step = (tool: string, text: string, ok = true) => ({
  ...{ at: AT, tool, text, ms: 3_200, ok },
  output: tool === 'run' ? OUTPUT : null,
})
const STEPS = [
  step('list_files', 'list_files'),
  step('read_file', `read_file /inputs/${'long'.repeat(30)}.pdf page 3`),
  step('run', 'run python3 count.py: Exit code 1', false),
  step('web_search', `web_search ${WORD}`),
  step('fetch_page', `fetch_page https://example.org/${'path/'.repeat(30)}`),
  step('write_artifact', 'write_artifact prices.csv'),
  step('some_tool', ''),
]
const artifact = (name: string, media_type: string, bytes = 1_234) => ({
  ...{ name, media_type, bytes, url: `/api/ai/worker/wrk_1/artifacts/${name}` },
})
const ARTIFACTS = [
  artifact('report.md', 'text/markdown'),
  artifact('page.html', 'text/html', 900_000),
  artifact('plan.png', 'image/png'),
  artifact(`${'long-'.repeat(40)}name.zip`, 'application/zip', 25 * 1024 ** 2),
]
const ended = { finished_at: '2026-03-01T10:02:00.000Z', expires_at: '2026-03-01T11:02:00.000Z' }
const result = {
  answer: `# Prices\n\n${LONG}\n\n| a | b |\n|---|---|\n| ${LONG} | 2 |\n\n![x](https://example.org/b.png)`,
  ...{ engine: 'local', model: 'qwen3' },
}
const done = job('succeeded', { result, steps: STEPS, artifacts: ARTIFACTS, ...ended, brief: LONG })
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const COLLECTION_ITEMS = ['House', WORD].map((name, index) => ({
  ...{ id: `kno_${index}`, name, own: index === 0, owner_name: 'Ann', shared: true },
  ...{ sources: 3, passages: 40, passages_by_meaning: null, waiting: 0, failed: 0, created_at: AT },
}))

const NEW = '/app/workers'
const ONE = '/app/workers/wrk_1'
const START_BUTTON = 'form[aria-label="New job"] button[type=submit]'
const write = (text: string) => async (page: Page) => {
  await page.getByLabel('Brief').fill(text)
  await page.click(START_BUTTON)
}

const STATES: readonly PageState[] = [
  {
    name: 'new job, with those before',
    path: NEW,
    answers: {
      [OFFER]: offer(),
      [LIST]: {
        json: {
          items: ['running', 'queued', 'succeeded', 'failed', 'cancelled'].map((status, index) =>
            listed(status, {
              job_id: `wrk_${index}`,
              error: status === 'failed' ? { code: 'timeout', detail: 'It took too long' } : null,
            }),
          ),
          next_cursor: null,
        },
      },
    },
    shows: '.task-link >> nth=4',
  },
  {
    name: 'loading',
    path: NEW,
    answers: { [OFFER]: 'never', [LIST]: 'never' },
    shows: '[role=status][aria-label="Loading the workers"]',
  },
  {
    name: 'no jobs yet',
    path: NEW,
    answers: { [OFFER]: offer() },
    shows: 'section:has-text("There are none yet")',
  },
  {
    name: 'failed',
    path: NEW,
    answers: { [OFFER]: refusal(500, 'internal', 'Internal error') },
    shows: 'h2:has-text("This did not work") ~ button:has-text("Try again")',
  },
  {
    name: 'no profile',
    path: NEW,
    answers: { [OFFER]: offer({ items: [] }) },
    shows: 'h2:has-text("You may not start workers yet") ~ div:has-text("an admin grants it")',
  },
  {
    name: 'pending',
    path: NEW,
    answers: { [OFFER]: refusal(403, 'pending_approval', 'Your account waits for approval') },
    shows: 'h2:has-text("Your account waits for approval")',
  },
  {
    name: 'no sandbox',
    path: NEW,
    answers: {
      [OFFER]: offer({
        unavailable:
          'Workers cannot run on this machine: the program bwrap is not installed. Install bubblewrap: sudo apt install bubblewrap',
      }),
    },
    shows: 'h2:has-text("Workers cannot run here yet") ~ p:has-text("apt install bubblewrap")',
  },
  {
    name: 'budget spent',
    path: NEW,
    answers: {
      [OFFER]: offer({ budget: { left: 0, limit: 8, resets_at: '2099-03-02T00:00:00.000Z' } }),
    },
    shows: `.notice:has-text("All 8 jobs of today are used") ~ .actions button:disabled`,
  },
  {
    name: 'over budget',
    path: NEW,
    answers: {
      [OFFER]: offer(),
      [START]: {
        ...refusal(429, 'rate_limited', 'This account has started its 8 worker jobs of today'),
        headers: { 'retry-after': '18000' },
      },
    },
    act: write('x'),
    shows: '[role=alert]:has-text("Try again at"):has-text("in 5 h")',
  },
  {
    name: 'nothing written',
    path: NEW,
    answers: { [OFFER]: offer() },
    act: (page) => page.click(START_BUTTON),
    shows: '.error:has-text("Say what the worker shall do")',
  },
  {
    name: 'too long',
    path: NEW,
    answers: { [OFFER]: offer() },
    act: write('y'.repeat(32_005)),
    shows: '.error[role=alert]:has-text("Shorten it by 5 characters")',
  },
  {
    name: 'with files',
    path: NEW,
    answers: { [OFFER]: offer() },
    act: async (page) => {
      await page.getByLabel('Files', { exact: true }).setInputFiles([
        { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('12 EUR') },
        { name: 'bundle.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
        { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
      ])
      await page.getByLabel('Brief').fill('z'.repeat(28_500))
      await page.waitForSelector('text=3,500 of 32,000 characters left')
    },
    shows: '[role=alert]:has-text("empty.txt is not attached")',
  },
  {
    name: 'collections',
    path: NEW,
    answers: { [OFFER]: offer(), [COLLECTIONS]: { json: { items: COLLECTION_ITEMS } } },
    act: async (page) => {
      await page.click('button:has-text("Give collections")')
      await page.getByRole('dialog').getByLabel('House').check()
    },
    shows:
      'form:has(button:has-text("1 collection")) dialog:has-text("Collections for the worker")',
  },
  {
    name: 'waiting',
    path: ONE,
    answers: { [JOB]: job('queued'), [EVENTS]: 'never' },
    shows: '.wait:has-text("Waiting, 3rd in line, about 2 min")',
  },
  {
    name: 'running',
    path: ONE,
    answers: { [JOB]: job('running', { steps: STEPS, artifacts: ARTIFACTS }), [EVENTS]: 'never' },
    shows: '.worker-step.bad:has-text("failed")',
  },
  {
    name: 'stopping',
    path: ONE,
    answers: { [JOB]: job('running'), [EVENTS]: 'never' },
    act: (page) => page.click('button:has-text("Stop")'),
    shows: 'dialog[open]:has-text("still counts")',
  },
  {
    name: 'done',
    path: ONE,
    answers: { [JOB]: done },
    act: (page) => page.click('button:has-text("Show the whole brief")'),
    shows: '.run-foot:has-text("deleted")',
  },
  {
    name: 'a file as Markdown',
    path: ONE,
    answers: { [JOB]: done, [FILE]: { body: `# Report\n\n${LONG}\n\n<b>x</b>` } },
    act: (page) => page.click('button[aria-label="View report.md"]'),
    shows: 'dialog h3:has-text("Report")',
  },
  {
    name: 'a web page as its text',
    path: ONE,
    answers: { [JOB]: done, [FILE]: { body: `<script>alert(1)</script>${LONG}` } },
    act: (page) => page.click('button[aria-label="View page.html"]'),
    shows: 'dialog pre:has-text("<script>alert(1)</script>")',
  },
  {
    name: 'a picture',
    path: ONE,
    answers: { [JOB]: done, [FILE]: { body: pixel.toString('latin1') } },
    act: (page) => page.click('button[aria-label="View plan.png"]'),
    shows: 'dialog img[src^="blob:"]',
  },
  {
    name: 'a file that is gone',
    path: ONE,
    answers: { [JOB]: done, [FILE]: refusal(404, 'not_found', 'There is no such artifact') },
    act: (page) => page.click('button[aria-label="View report.md"]'),
    shows: 'dialog [role=alert]:has-text("The file is deleted")',
  },
  {
    name: 'the whole output of a step',
    path: ONE,
    answers: { [JOB]: done, [OUTPUT_FILE]: { body: `<b>x</b>${LONG}\n`.repeat(900) } },
    act: (page) => page.click('button[aria-label^="Show the whole output of step 3"]'),
    shows: 'dialog .notice:has-text("The first 512") ~ pre:has-text("<b>x</b>")',
  },
  {
    name: 'job that failed',
    path: ONE,
    answers: {
      [JOB]: job('failed', {
        ...ended,
        steps: STEPS.slice(0, 2),
        error: { code: 'timeout', detail: 'The worker did not end within 15 minutes' },
      }),
    },
    shows: '.notice.bad:has-text("did not end within 15 minutes")',
  },
  {
    name: 'stopped',
    path: ONE,
    answers: { [JOB]: job('cancelled', { ...ended, brief: null, profile: null }) },
    shows: '.notice:has-text("Stopped before it had an answer")',
  },
  { name: 'no such job', path: ONE, shows: 'h2:has-text("There is no such job")' },
  {
    name: 'job, loading',
    path: ONE,
    answers: { [JOB]: 'never' },
    shows: '[role=status][aria-label="Loading the job"]',
  },
  {
    name: 'job, failed to load',
    path: ONE,
    answers: { [JOB]: refusal(500, 'internal', 'Internal error') },
    shows: 'h2:has-text("This did not work") ~ button:has-text("Try again")',
  },
]

testPage(
  'every state of Workers is accessible and fits every window',
  async () => {
    await using service = startService({})
    const before = (page: Page) => page.evaluate('localStorage.clear()')
    const none = { [LIST]: { json: { items: [], next_cursor: null } } }
    const states = statesOf(STATES, 7).map((state) => ({
      ...state,
      before,
      answers: { ...none, ...state.answers },
    }))
    expect(await faultsOf(service, states)).toEqual([])
  },
  STATES_MS,
)
