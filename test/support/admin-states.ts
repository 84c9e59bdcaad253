import type { Page, Route } from 'playwright-core'
import { nodeStates } from './admin-node-states.ts'
import { HOSTILE } from './admin-services.ts'
import { workerStates } from './admin-worker-states.ts'

/** A state of an admin page, and how a person or the service brings it about. */
export interface AdminState {
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

/** Ids of what the pages of the table show. */
interface Ids {
  person: string
  key: string
  revoked: string
}

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const open = (summary: string) => (page: Page) =>
  page.locator('main summary', { hasText: summary }).click()

/** Loading, failed, refused and signed out are alike on all pages. */
function common(name: string, path: string, api: string): AdminState[] {
  const states: AdminState[] = [
    { name: 'loading', path, sees: '[role=status][aria-label=Loading]', answer: { [api]: 'hold' } },
    { name: 'failed', path, sees: 'text=Try again', answer: { [api]: 500 }, fault: /500/ },
    {
      name: 'not allowed',
      path,
      sees: 'text=Open the workspace',
      answer: { [api]: 403 },
      fault: /403/,
    },
    {
      name: 'signed out',
      path,
      sees: 'text=You are signed out',
      answer: { [api]: 401 },
      fault: /401/,
    },
  ]
  return states.map((state) => ({ ...state, name: `${name}: ${state.name}` }))
}

/** Every state of the pages Overview, Queue, Workers, Engines, Worker nodes, People, Keys and Usage. */
export function adminStates({ person, key, revoked }: Ids): AdminState[] {
  return [
    ...common('Overview', '/admin', '/admin/'),
    {
      name: 'Overview: first run',
      path: '/admin',
      isEmpty: true,
      sees: 'text=First steps, 0 of 5 done',
    },
    {
      name: 'Overview: filled',
      path: '/admin',
      sees: 'text=waits for approval',
      act: open('The numbers day by day'),
    },
    ...common('Queue', '/admin/queue', '/admin/queue'),
    {
      name: 'Queue: empty',
      path: '/admin/queue',
      isEmpty: true,
      sees: 'text=Nothing runs and nothing waits',
    },
    { name: 'Queue: filled', path: '/admin/queue', sees: 'text=1 waiting' },
    { name: 'Queue: asked', path: '/admin/queue', sees: 'dialog[open]', act: click(/^Cancel: /) },
    ...common('Workers', '/admin/workers', '/admin/workers'),
    ...workerStates(),
    ...common('Engines', '/admin/engines', '/admin/engines'),
    {
      name: 'Engines: empty',
      path: '/admin/engines',
      isEmpty: true,
      sees: 'text=There is no engine yet',
    },
    {
      name: 'Engines: filled',
      path: '/admin/engines',
      sees: 'text=is parked until',
      act: open('7 models'),
    },
    {
      name: 'Engines: asked',
      path: '/admin/engines',
      sees: 'dialog[open]',
      act: click(/^Switch off: Claude/),
    },
    ...common('Worker nodes', '/admin/worker-nodes', '/admin/worker-nodes'),
    ...nodeStates(),
    ...common('People', '/admin/people', '/admin/users'),
    {
      name: 'People: empty',
      path: '/admin/people',
      isEmpty: true,
      sees: 'text=Nobody has signed in yet',
    },
    { name: 'People: filled', path: '/admin/people', sees: 'text=2 people wait for you' },
    { name: 'People: nobody found', path: '/admin/people?q=nobody', sees: 'text=Nobody was found' },
    {
      name: 'People: taken back',
      path: '/admin/people',
      sees: '.toast >> text=Undo',
      act: click(/^Turn away: guest/),
    },
    {
      name: 'Person: filled',
      path: `/admin/people/${person}`,
      sees: 'text=No program was approved',
    },
    {
      name: 'Person: asked',
      path: `/admin/people/${person}`,
      sees: 'dialog[open]',
      act: click('Make admin'),
    },
    {
      name: 'Person: not found',
      path: '/admin/people/usr_nobody',
      sees: 'text=There is no such user',
      fault: /404/,
    },
    ...common('Keys', '/admin/keys', '/admin/api-keys'),
    { name: 'Keys: empty', path: '/admin/keys', isEmpty: true, sees: 'text=There is no key yet' },
    { name: 'Keys: filled', path: '/admin/keys', sees: 'text=old laptop' },
    { name: 'Keys: none found', path: '/admin/keys?q=nothing', sees: 'text=No key was found' },
    { name: 'Key: new', path: '/admin/keys/new', sees: 'text=What this key can do' },
    {
      name: 'Key: refused',
      path: '/admin/keys/new',
      sees: 'text=Choose another label',
      fault: /409/,
      act: async (page) => {
        await page.getByLabel('Label').fill('kitchen')
        await page.getByRole('button', { name: 'Make the key' }).click()
      },
    },
    {
      name: 'Key: just made',
      path: '/admin/keys/new',
      sees: 'text=It works: the service knows it as',
      act: async (page) => {
        await page.getByLabel('Label').fill(`made ${Math.random()}`)
        await page.getByRole('button', { name: 'Make the key' }).click()
        await page.getByRole('button', { name: 'Test it' }).click()
      },
    },
    { name: 'Key: filled', path: `/admin/keys/${key}`, sees: 'text=gone (not there at present)' },
    {
      name: 'Key: asked',
      path: `/admin/keys/${key}`,
      sees: 'dialog[open]',
      act: click('Revoke the key'),
    },
    { name: 'Key: revoked', path: `/admin/keys/${revoked}`, sees: 'text=every request is refused' },
    ...common('Usage', '/admin/usage', '/admin/usage'),
    {
      name: 'Usage: empty',
      path: '/admin/usage',
      isEmpty: true,
      sees: 'text=Nothing was used in these days',
    },
    {
      name: 'Usage: filled',
      path: '/admin/usage',
      sees: '.chart canvas',
      act: open('The numbers of the chart'),
    },
    {
      name: 'Usage: by key, one day',
      path: '/admin/usage?by=key&days=1',
      sees: 'text=on a usual',
      act: open('Price list'),
    },
    {
      name: 'Usage: none of a group',
      path: '/admin/usage?by=person&from=2001-01-01&to=2001-01-02',
      sees: 'text=Nothing was used',
    },
  ]
}

/** Brings a state about on a page that is signed in. */
export async function reach(page: Page, url: string, state: AdminState): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const [path, answer] of Object.entries(state.answer ?? {}))
    await page.route(
      (address) => address.pathname.startsWith(path),
      (route) => respond(route, answer),
    )
  await page.goto(url + state.path)
  await state.act?.(page)
  await page.locator(state.sees).first().waitFor()
}

/** Pages are not among what the service is asked for by scripts. */
async function respond(route: Route, answer: number | 'hold' | object): Promise<void> {
  if (route.request().resourceType() !== 'fetch') return route.fallback()
  if (answer === 'hold') return
  if (typeof answer === 'object') return route.fulfill({ json: answer })
  const detail = `Refused for the test, by ${HOSTILE.label}`
  await route.fulfill({ status: answer, json: { detail, code: 'test' } })
}
