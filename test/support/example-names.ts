import { spyOn } from 'bun:test'
import { callerOf } from '../../src/core/identity/actor.ts'
import { PRIMARY_USER_ID } from '../../src/core/identity/user-store.ts'
import { createDevice } from './devices.ts'
import { pdf } from './documents/pdf.ts'
import { pick, pickFrom } from './pick.ts'
import { PushReceiver } from './push-service.ts'
import { speechWav } from './recogniser.ts'
import { jsonInit, PRIMARY_KEY, type TestService } from './service.ts'
import { makeUser } from './users.ts'

/** An example of /docs/api. */
interface Example {
  /** As `POST /v1/chat/completions`; empty outside of a route. */
  route: string
  summary: string
  /** The command, as it stands. */
  text: string
}

/** Variables by their names. */
type Names = Readonly<Record<string, string>>
type Device = ReturnType<typeof createDevice>

/** Makes what a route is about. @returns What the variables of its examples are */
type Make = (
  service: TestService,
  route: { path: string; method: string },
  device: Device,
) => Names | Promise<Names>

const HERE = 'test/support/example-names.ts'
const OWNER = callerOf({ kind: 'primary' }, 'examples')
const AUDIT = { address: '127.0.0.1', requestId: 'example' }
const AUTHORIZATION = { authorization: `Bearer ${PRIMARY_KEY}` }

/** By the start of a path; of several, the longest. It has all parameters of the path. */
const MAKERS: Readonly<Record<string, Make>> = {
  '/admin/alerts/{id}': async (service) => {
    service.services.alerts.raise({ kind: 'test', subject: 'a', message: 'b' })
    return { ID: await made(service, 'GET', '/admin/alerts', undefined, 'items.0.id') }
  },
  '/admin/api-access/{id}': (service) => ({ ID: service.makeKey().id }),
  '/admin/api-keys/{id}': (service) => ({ ID: service.makeKey().id }),
  '/admin/backups/{name}': backup,
  '/admin/backups/{name}/contents/{kind}': backup,
  '/admin/backups/{name}/contents/{kind}/{id}': backup,
  '/admin/brands/{id}': brand,
  '/admin/budgets/{owner}': (service) => ({ OWNER: `user:${another(service).id}` }),
  '/admin/devices/{id}': (_, __, { id }) => ({ ID: id }),
  '/admin/engines/{engine}/accounts/{account}': async (service) => {
    const path = 'items.0.accounts.0.id'
    return {
      ENGINE: 'demo',
      ACCOUNT: await made(service, 'GET', '/admin/engines', undefined, path),
    }
  },
  '/admin/invites/{id}': async (service) => ({
    ID: await made(service, 'POST', '/admin/invites', {}),
  }),
  // The demonstration engine answers before the example is sent.
  '/admin/queue/{id}': () => ({ ID: 'run_unknown' }),
  '/admin/skills/{name}': skill,
  '/admin/tool-servers/{id}': () => ({ ID: 'unknown' }),
  '/admin/users/{id}': (service) => ({ ID: another(service).id }),
  '/admin/users/{id}/sessions/{session}': (service) => {
    const { id } = another(service)
    const [session] = service.services.sessions.list(id, 1, undefined).items
    return { ID: id, SESSION: session?.id ?? '' }
  },
  '/admin/worker-nodes/{name}': () => ({ NAME: 'unknown' }),
  '/api/ai/agent/{id}': async (service) => {
    const body = { task: 'title', input: 'hi', async: true }
    return { ID: await made(service, 'POST', '/api/ai/agent', body, 'job_id') }
  },
  '/api/ai/generate/{id}': async (service) => {
    const body = { prompt: 'hi', async: true }
    return { ID: await made(service, 'POST', '/api/ai/generate', body, 'job_id') }
  },
  // Of an earlier version.
  '/api/ai/image/file/{name}': () => ({ NAME: 'haiku' }),
  '/api/ai/tts/file/{name}': async (service) => {
    const body = { text: 'Hello', format: 'wav' }
    return { NAME: await made(service, 'POST', '/api/ai/tts', body, 'name') }
  },
  '/api/ai/tts/{id}': async (service) => {
    const body = { text: 'Hello', format: 'wav', async: true }
    return { ID: await made(service, 'POST', '/api/ai/tts', body, 'job_id') }
  },
  '/api/ai/worker/{id}': workerJob,
  '/api/ai/worker/{id}/artifacts/{name}': workerJob,
  '/api/ai/worker/{id}/steps/{number}': workerJob,
  '/api/assistants/{id}': async (service) => {
    const body = { name: `Cook ${crypto.randomUUID()}`, instructions: 'You are a cook.' }
    return { ID: await made(service, 'POST', '/api/assistants', body) }
  },
  '/api/brands/{id}': brand,
  '/api/code/v1/models/{model}': () => ({ MODEL: 'demo' }),
  '/api/code/v1/responses/{id}': (service, _, { headers }) =>
    response(service, '/api/code/v1/responses', headers),
  '/api/conversation-folders/{id}': async (service) => {
    const body = { name: `Folder ${crypto.randomUUID()}` }
    return { ID: await made(service, 'POST', '/api/conversation-folders', body) }
  },
  '/api/conversations/{id}': async (service, { path }) => {
    if (path.endsWith('/events')) endWhenWatched(service)
    return path.endsWith('/shares')
      ? talk(service)
      : { ID: await made(service, 'POST', '/api/conversations', {}) }
  },
  '/api/conversations/{id}/attachments/{attachment}': talk,
  '/api/conversations/{id}/messages/{message}': async (service) => {
    const ID = await made(service, 'POST', '/api/conversations', {})
    const body = { content: 'hi' }
    const path = `/api/conversations/${ID}/messages`
    return { ID, MESSAGE: await made(service, 'POST', path, body, 'answer.id') }
  },
  '/api/conversations/{id}/shares/{share}': async (service) => {
    const { ID } = await talk(service)
    return { ID, SHARE: await made(service, 'POST', `/api/conversations/${ID}/shares`, {}) }
  },
  '/api/knowledge/{id}': note,
  '/api/knowledge/{id}/members/{share}': async (service) => {
    const { ID } = await note(service)
    const path = `/api/knowledge/${ID}/members`
    const body = { member: another(service).email }
    return { ID, SHARE: await made(service, 'POST', path, body, 'items.0.id') }
  },
  '/api/knowledge/{id}/passages/{number}': passage,
  '/api/knowledge/{id}/sources/{source}': (service, { path }) =>
    path.endsWith('/file') ? passage(service) : note(service),
  '/api/me/data-export/{id}': async (service) => {
    const path = '/api/me/data-export'
    await service.asOwner('POST', path)
    for (;;) {
      const state: unknown = await (await service.asOwner('GET', path)).json()
      const url = pick(state, 'archive.url')
      if (typeof url === 'string') return { ID: url.slice(path.length + 1) }
      if (pick(state, 'status') !== 'running') throw new Error(JSON.stringify(state))
      await Bun.sleep(5)
    }
  },
  '/api/me/devices/{id}': ({ services: { devices } }) => {
    const { id } = devices.createCode({ userId: PRIMARY_USER_ID, name: 'laptop', ...AUDIT })
    return { ID: id }
  },
  '/api/me/notifications/browsers/{id}': async (service) => {
    const { endpoint, keys } = new PushReceiver().subscription
    const subscription = { endpoint, ...keys }
    const { notifications } = service.services
    return {
      ID: await notifications.subscribe(PRIMARY_USER_ID, ownSession(service), subscription),
    }
  },
  '/api/me/sessions/{id}': (service) => ({ ID: ownSession(service) }),
  '/api/nas/files/{token}': storedFile,
  '/api/prompts/{id}': async (service) => {
    const body = { name: `Explain ${crypto.randomUUID()}`, text: 'Explain {{topic}}.' }
    return { ID: await made(service, 'POST', '/api/prompts', body) }
  },
  '/api/shared-link': sharedLink,
  '/api/shared-link/attachments/{attachment}': sharedLink,
  '/api/skills/{name}': skill,
  '/history/{id}': ({ services }) => {
    const entry = { owner: 'primary', kind: 'speech', title: '', text: 'Hello' } as const
    const data = { clip: 'clip.mp3', engine: 'flite', format: 'mp3', mediaType: 'audio/mpeg' }
    return { ID: services.keepInHistory({ ...entry, data }) }
  },
  '/jobs/{id}': async (service) => ({ ID: await transcriptFor(service) }),
  '/nas/{token}/{filename}': storedFile,
  '/v1/models/{model}': () => ({ MODEL: 'demo' }),
  '/v1/responses/{id}': (service) => response(service, '/v1/responses', AUTHORIZATION),
}

/** The commands of a page of the API, with the routes that they are of. */
export function examplesOf(page: string): Example[] {
  const found: Example[] = []
  let route = ''
  const pattern =
    /<article [^>]*data-method="(\w+)" data-path="([^"]+)"|<figure class="curl"><figcaption>(.*?)<\/figcaption><pre[^>]*><code>(.*?)<\/code><\/pre>/gs
  for (const [, method, path, summary, command] of page.matchAll(pattern)) {
    if (summary === undefined || command === undefined) route = `${method} ${path}`
    else found.push({ route, summary, text: unescaped(command) })
  }
  return found
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/** What is wrong with the variables of an example before anything is made for it; undefined for nothing. */
export function missingNames({ route, text }: Example): string | undefined {
  const [, path = ''] = route.split(' ')
  const isNamed = namesIn(text).some((name) => name !== 'KEY' && name !== 'TOKEN')
  if (!isNamed && !path.includes('{')) return undefined
  return makerOf(path) === undefined
    ? `${route}: say in MAKERS of ${HERE} what ${path} is about`
    : undefined
}

function makerOf(path: string): Make | undefined {
  const starts = Object.keys(MAKERS).filter((start) => `${path}/`.startsWith(`${start}/`))
  const [longest] = starts.toSorted((a, b) => b.length - a.length)
  const isWhole = longest !== undefined && !path.slice(longest.length).includes('{')
  return isWhole ? MAKERS[longest] : undefined
}

const namesIn = (text: string) => Array.from(text.matchAll(/\$([A-Z_]+)/g), ([, name = '']) => name)

/**
 * What a reader sets: the key, and the names of what the route is about, made for this example.
 *
 * @throws {Error} For a variable that is not made
 */
export async function namesFor(
  service: TestService,
  { route, text }: Example,
  person: ReturnType<typeof makeUser>,
): Promise<Names> {
  const [method = '', path = ''] = route.split(' ')
  const device = createDevice(service, person)
  const make = makerOf(path)
  const own = make === undefined ? {} : await make(service, { path, method }, device)
  const names: Names = { KEY: PRIMARY_KEY, TOKEN: device.credential, ...own }
  const missing = namesIn(text).filter((name) => (names[name] ?? '') === '')
  if (missing.length > 0)
    throw new Error(`${route} has no ${missing.join(', ')}: make it in MAKERS of ${HERE}`)
  return names
}

/** What a request of the owner has made. @param at Where its answer has the id */
async function made(
  service: TestService,
  method: string,
  path: string,
  body: object | undefined,
  at = 'id',
): Promise<string> {
  const answer = await service.asOwner(method, path, body)
  const value: unknown = pick(await answer.clone().json(), at)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Error(`${answer.status} of ${method} ${path}: ${await answer.text()}`)
}

/** Somebody of a name and an address of their own. */
function another({ services }: TestService) {
  const name = `Bea ${crypto.randomUUID()}`
  const email = `${crypto.randomUUID()}@example.test`
  return { ...makeUser(services, { name, email }), email }
}

/** Made once for a service, as it takes longest. */
const backups = new WeakMap<TestService, Promise<Names>>()

/** A backup with a prompt that has been deleted since. */
function backup(service: TestService): Promise<Names> {
  const make = async () => {
    const ID = await made(service, 'POST', '/api/prompts', { name: 'Kept', text: 'Hello' })
    const NAME = await made(service, 'POST', '/admin/backups', undefined, 'name')
    await service.asOwner('DELETE', `/api/prompts/${ID}`)
    return { NAME, KIND: 'prompts', ID }
  }
  const known = backups.get(service) ?? make()
  backups.set(service, known)
  return known
}

async function brand(service: TestService): Promise<Names> {
  await service.asOwner('PUT', '/api/brands/acme', { name: 'Acme' })
  return { ID: 'acme' }
}

async function skill(service: TestService): Promise<Names> {
  const content = '---\nname: haiku\ndescription: Writes a haiku\n---\nWrite a haiku.\n'
  await service.asOwner('PUT', '/api/skills/haiku', { content })
  return { NAME: 'haiku' }
}

/** A job of a worker, which fails as the demonstration calls no tools. */
async function workerJob({ services: { jobs, definitions } }: TestService): Promise<Names> {
  const input = { profile: 'read_docs', brief: 'hi', model: 'auto' }
  const { job } = await jobs.create(definitions.worker, OWNER, input, undefined, undefined)
  return { ID: job.id, NAME: 'a.txt', NUMBER: '1' }
}

async function response(
  { url }: TestService,
  path: string,
  headers: Record<string, string>,
): Promise<Names> {
  const body = { model: 'auto', input: 'hi', background: true }
  return {
    ID: String(await pickFrom(await fetch(url + path, jsonInit('POST', body, headers)), 'id')),
  }
}

async function storedFile({ services }: TestService) {
  const bytes = new Blob(['a']).stream()
  const { token, name } = await services.files.store('primary', bytes, { filename: 'a.txt' })
  return { TOKEN: token, FILENAME: name }
}

/** A session of the Primary Key's account. */
function ownSession({ services }: TestService): string {
  services.primaryAccount.signIn(PRIMARY_KEY, AUDIT)
  return services.sessions.list(PRIMARY_USER_ID, 1, undefined).items[0]?.id ?? ''
}

/** A job that has succeeded. */
async function transcriptFor(service: TestService): Promise<string> {
  const body = speechWav(1).slice()
  const sent = await service.request('/transcribe', {
    method: 'POST',
    headers: AUTHORIZATION,
    body,
  })
  const id = String(await pickFrom(sent, 'job_id'))
  await (await service.asOwner('GET', `/jobs/${id}/events`)).text()
  return id
}

/** Deletes the next conversation that is watched: its events have no other end. */
function endWhenWatched({ services: { conversations } }: TestService): void {
  const spy = spyOn(conversations, 'watch').mockImplementation((caller, id, after) => {
    spy.mockRestore()
    queueMicrotask(() => void conversations.delete(caller, id))
    return conversations.watch(caller, id, after)
  })
}

/** A conversation that has an answer, and a file that is attached to its question. */
async function talk({ services: { stores, storage } }: TestService) {
  const ID = `cnv_${crypto.randomUUID()}`
  const [question, answer, ATTACHMENT] = [`msg_q${ID}`, `msg_a${ID}`, `att_${ID}`]
  stores.conversations.insert({
    ...{ id: ID, owner: 'primary', title: 'Tax', isTitled: true, pinnedAt: null, folderId: null },
    ...{ createdAt: Date.now(), updatedAt: Date.now() },
  })
  const told = {
    ...{ conversationId: ID, status: 'complete' as const, model: null, note: null },
    ...{ errorCode: null, errorDetail: null, thoughts: null, thoughtMs: null },
    ...{ createdAt: 1, finishedAt: 1 },
  }
  stores.messages.insert(
    { ...told, id: question, parentId: null, role: 'user', content: 'hi', answeredBy: null },
    ['a.txt'],
  )
  const answeredBy = 'demo/demo'
  stores.messages.insert(
    { ...told, id: answer, parentId: question, role: 'assistant', content: 'Hello', answeredBy },
    [],
  )
  stores.messageAttachments.insert([
    {
      ...{ id: ATTACHMENT, conversationId: ID, messageId: question, position: 0 },
      ...{ contentId: `atc_${ID}`, name: 'a.txt', mediaType: 'text/plain', bytes: 1 },
      ...{ kind: 'text', characters: 1, pages: null, note: null, pictures: 0, createdAt: 1 },
    },
  ])
  await storage.attachments.put(`${ID}/atc_${ID}/file`, new Blob(['a']).stream())
  return { ID, ATTACHMENT }
}

async function sharedLink(service: TestService): Promise<Names> {
  const { ID, ATTACHMENT } = await talk(service)
  const path = `/api/conversations/${ID}/shares`
  const link = await made(service, 'POST', path, { attachments: true }, 'link.path')
  return { ATTACHMENT, X_SHARE_TOKEN: link.split('#')[1] ?? '' }
}

/** A collection with a note in it. */
async function note(service: TestService) {
  return await collection(service, { note: { title: 'Wi-Fi', text: 'The network is Garden.' } })
}

/** A collection with a document, and the passage that is its page. */
async function passage(service: TestService): Promise<Names> {
  const bytes = new Blob([pdf(['The quockerwodger dances.'])]).stream()
  const { token } = await service.services.files.store('primary', bytes, { filename: 'a.pdf' })
  const ids = await collection(service, { file: token })
  const search = `/api/knowledge/search?q=quockerwodger&collection=${ids.ID}`
  return { ...ids, NUMBER: await made(service, 'GET', search, undefined, 'items.0.number') }
}

async function collection(service: TestService, source: object) {
  const ID = await made(service, 'POST', '/api/knowledge', {
    name: `Papers ${crypto.randomUUID()}`,
  })
  const path = `/api/knowledge/${ID}/sources`
  const SOURCE = await made(service, 'POST', path, { sources: [source] }, 'items.0.id')
  await service.services.reading.idle()
  return { ID, SOURCE }
}
