import { expect, test } from 'bun:test'
import { CHROMIUM } from '../../support/chromium.ts'
import { startWithJobs } from '../../support/job-services.ts'
import { faultsOf, type PageState, STATES_MS, statesOf } from '../../support/looks.ts'

const testPage = test.skipIf(CHROMIUM === null)

const refused = (status: number, code: string, detail: string) => ({
  status,
  json: { code, detail },
})
const EMPTY = { json: { items: [], next_cursor: null } }

const TASKS = '**/api/ai/agent/tasks*'
const JOBS = '**/api/ai/jobs*'
const BROKEN = refused(500, 'internal', 'Internal error')
const DENIED = refused(403, 'capability_denied', 'This account may not do that')
const TRY_AGAIN = 'h2:has-text("This did not work") ~ button:has-text("Try again")'
const NOT_ALLOWED = 'h2:has-text("You may not see this")'

const STATES: readonly PageState[] = [
  { name: 'tasks', path: '/app/tasks', shows: 'a:has-text("Summarize")' },
  {
    name: 'tasks, loading',
    path: '/app/tasks',
    answers: { [TASKS]: 'never' },
    shows: '[role=status][aria-label="Loading the tasks"]',
  },
  {
    name: 'tasks, none',
    path: '/app/tasks',
    answers: { [TASKS]: EMPTY },
    shows: 'h2:has-text("There are no tasks yet")',
  },
  {
    name: 'tasks, failed',
    path: '/app/tasks',
    answers: { [TASKS]: BROKEN },
    shows: TRY_AGAIN,
  },
  {
    name: 'tasks, not allowed',
    path: '/app/tasks',
    answers: { [TASKS]: DENIED },
    shows: NOT_ALLOWED,
  },
  {
    name: 'task with a fault',
    path: '/app/tasks/answer_from_text',
    act: (page) => page.click('button[type=submit]'),
    shows: '.error',
  },
  {
    name: 'task without an engine',
    path: '/app/tasks/title',
    answers: { '**/api/ai/agent': refused(503, 'no_engine', 'No engine can answer now') },
    act: async (page) => {
      await page.getByLabel('Text', { exact: true }).fill('x')
      await page.click('button[type=submit]')
    },
    shows: 'form [role=alert]:has-text("No engine can answer now")',
  },
  { name: 'no such task', path: '/app/tasks/none', shows: 'h2:has-text("There is no such task")' },
  { name: 'jobs', path: '/app/jobs', shows: '.job:has-text("Running")' },
  {
    name: 'jobs, loading',
    path: '/app/jobs',
    answers: { [JOBS]: 'never' },
    shows: '[role=status][aria-label="Loading the jobs"]',
  },
  {
    name: 'jobs, none',
    path: '/app/jobs',
    answers: { [JOBS]: EMPTY },
    shows: 'h2:has-text("No jobs yet")',
  },
  { name: 'jobs, failed', path: '/app/jobs', answers: { [JOBS]: BROKEN }, shows: TRY_AGAIN },
  {
    name: 'jobs, not allowed',
    path: '/app/jobs',
    answers: { [JOBS]: DENIED },
    shows: NOT_ALLOWED,
  },
  {
    name: 'jobs with a result',
    path: '/app/jobs',
    act: (page) => page.click('[aria-label="Result of Title"]'),
    shows: '.result',
  },
  { name: 'me', path: '/app/me', shows: '.row:has-text("This browser")' },
  {
    name: 'me, failed',
    path: '/app/me',
    answers: { '**/api/me': BROKEN },
    shows: TRY_AGAIN,
  },
  {
    name: 'me, asking',
    path: '/app/me',
    act: (page) => page.click('button:has-text("Sign out everywhere else")'),
    shows: 'dialog[open]',
  },
  {
    name: 'palette',
    path: '/app/jobs',
    act: (page) => page.keyboard.press('Control+k'),
    shows: '[role=option]:has-text("Conversation")',
  },
  {
    name: 'shortcuts',
    path: '/app/jobs',
    act: (page) => page.keyboard.press('?'),
    shows: 'dialog[open] kbd',
  },
  { name: 'no such page', path: '/app/none', shows: 'h2:has-text("There is no such page")' },
]

testPage(
  'every state of Tasks, Jobs, Me and the frame is accessible and fits every window',
  async () => {
    await using service = await startWithJobs()
    expect(await faultsOf(service, statesOf(STATES, 2))).toEqual([])
  },
  STATES_MS,
)
