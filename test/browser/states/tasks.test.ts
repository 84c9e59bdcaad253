import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { CHROMIUM } from '../../support/chromium.ts'
import { startWithJobs } from '../../support/job-services.ts'
import { faultsOf, type PageState, STATES_MS, statesOf } from '../../support/looks.ts'

const testPage = test.skipIf(CHROMIUM === null)

const never = (path: string) => (page: Page) => page.route(path, () => undefined)
const refused = (path: string, status: number, code: string, detail: string) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ status, json: { code, detail } }))
const empty = (path: string) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ json: { items: [], next_cursor: null } }))

const TASKS = '**/api/ai/agent/tasks*'
const JOBS = '**/api/ai/jobs*'
const BROKEN = [500, 'internal', 'Internal error'] as const
const DENIED = [403, 'capability_denied', 'This account may not do that'] as const
const TRY_AGAIN = 'h2:has-text("This did not work") ~ button:has-text("Try again")'
const NOT_ALLOWED = 'h2:has-text("You may not see this")'

const STATES: readonly PageState[] = [
  { name: 'tasks', path: '/app/tasks', shows: 'a:has-text("Summarize")' },
  {
    name: 'tasks, loading',
    path: '/app/tasks',
    before: never(TASKS),
    shows: '[role=status][aria-label="Loading the tasks"]',
  },
  {
    name: 'tasks, none',
    path: '/app/tasks',
    before: empty(TASKS),
    shows: 'h2:has-text("There are no tasks yet")',
  },
  {
    name: 'tasks, failed',
    path: '/app/tasks',
    before: refused(TASKS, ...BROKEN),
    shows: TRY_AGAIN,
  },
  {
    name: 'tasks, not allowed',
    path: '/app/tasks',
    before: refused(TASKS, ...DENIED),
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
    before: refused('**/api/ai/agent', 503, 'no_engine', 'No engine can answer now'),
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
    before: never(JOBS),
    shows: '[role=status][aria-label="Loading the jobs"]',
  },
  {
    name: 'jobs, none',
    path: '/app/jobs',
    before: empty(JOBS),
    shows: 'h2:has-text("No jobs yet")',
  },
  { name: 'jobs, failed', path: '/app/jobs', before: refused(JOBS, ...BROKEN), shows: TRY_AGAIN },
  {
    name: 'jobs, not allowed',
    path: '/app/jobs',
    before: refused(JOBS, ...DENIED),
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
    before: refused('**/api/me', ...BROKEN),
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
