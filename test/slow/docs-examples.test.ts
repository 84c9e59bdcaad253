import { expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { callerOf } from '../../src/core/identity/actor.ts'
import { PRIMARY_USER_ID } from '../../src/core/identity/user-store.ts'
import { Demo } from '../../src/engines/demo/demo.ts'
import { createDevice } from '../support/devices.ts'
import { onePage, oneTalk } from '../support/one-page.ts'
import { pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { jsonInit, PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import { fakeRecogniser } from '../support/transcripts.ts'
import { makeUser } from '../support/users.ts'
import { videoSource } from '../support/video-source.ts'

/** Examples that another status than success is right for, as the route's own words say. */
const REFUSED: Readonly<Record<string, number>> = {
  // The demonstration engine follows no schema.
  'An answer as JSON': 422,
  'POST /api/ai/image': 503,
  // Their codes and tokens are spent or made up.
  'POST /api/canvas/images': 401,
  'POST /api/canvas/device/poll': 400,
  'POST /api/canvas/token/refresh': 400,
  'POST /api/code/devices/poll': 400,
  // No conversation is compacted here.
  'POST /v1/responses/compact': 422,
  'POST /api/code/v1/responses/compact': 400,
  // A text has no picture.
  'GET /api/conversations/{id}/attachments/{attachment}/picture': 404,
  // Nothing runs so long.
  'POST /admin/queue/{id}/cancel': 404,
  // No sandbox is looked for, and no worker has done anything.
  'POST /api/ai/worker': 503,
  'POST /api/ai/worker/{id}/again': 503,
  'GET /api/ai/worker/{id}/artifacts/{name}': 404,
  'GET /api/ai/worker/{id}/steps/{number}/output': 404,
  // There is one machine only.
  'DELETE /admin/worker-nodes/{name}': 404,
  // The settings name no server.
  'POST /admin/tool-servers/{id}/refresh': 404,
  // The skill is not the owner's.
  'GET /api/canvas/me': 401,
}

test('the examples of /docs/api run in a shell as they stand', async () => {
  using folder = tempFolder()
  await using service = startService({
    engines: [new Demo()],
    transcriptionEngines: [fakeRecogniser().engine],
    safeFetch: onePage,
    videoSources: [videoSource()],
    readCaptions: oneTalk,
    env: { DATA_DIR: folder.path },
  })
  // What the examples upload, and an image of an earlier version.
  await Bun.write(join(folder.path, 'report.pdf'), '%PDF-1.7')
  await Bun.write(join(folder.path, 'talk.mp3'), speechWav(1))
  await Bun.write(join(folder.path, 'images/haiku'), 'image')
  await using shell = openShell(folder.path)
  const { conversationList, conversations } = service.services
  const owner = callerOf({ kind: 'primary' }, 'examples')
  const page = await (await fetch(`${service.url}/docs/api`)).text()
  const wrong: string[] = []
  for (const { route, summary, text } of commandsOf(page)) {
    expect(text).toContain(service.url)
    const status = await shell.run(text, await variablesFor(service, route))
    // Their answers would be in the way of the next request.
    for (const { id } of conversationList.list(owner, 200, undefined).items)
      await conversations.delete(owner, id)
    const isRight =
      (status >= 200 && status < 300) || (REFUSED[route] ?? REFUSED[summary]) === status
    if (!isRight) wrong.push(`${status} of ${route}: ${text}`)
  }
  expect(wrong).toEqual([])
})

interface Command {
  /** As `POST /v1/chat/completions`; empty outside of a route. */
  route: string
  summary: string
  text: string
}

function commandsOf(page: string): Command[] {
  const found: Command[] = []
  let route = ''
  const pattern =
    /<article [^>]*data-method="(\w+)" data-path="([^"]+)"|<figure class="curl"><figcaption>(.*?)<\/figcaption><pre[^>]*><code>(.*?)<\/code><\/pre>/gs
  for (const [, method, path, summary, command] of page.matchAll(pattern)) {
    if (summary === undefined || command === undefined) route = `${method} ${path}`
    else found.push({ route, summary, text: unescaped(command) })
  }
  expect(found.length).toBeGreaterThan(40)
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

/** What a reader sets: the key, and the names of what the route is about, made for this example. */
async function variablesFor(service: TestService, route: string): Promise<Record<string, string>> {
  const device = createDevice(service)
  const keys = { KEY: PRIMARY_KEY, TOKEN: device.credential }
  return { ...keys, ...(await namesFor(service, route, device)) }
}

async function namesFor(
  service: TestService,
  route: string,
  device: ReturnType<typeof createDevice>,
): Promise<Record<string, string>> {
  const path = route.split(' ')[1] ?? ''
  if (path.includes('/accounts/')) {
    const answer = await service.asOwner('GET', '/admin/engines')
    return { ENGINE: 'demo', ACCOUNT: String(await pickFrom(answer, 'items.0.accounts.0.id')) }
  }
  if (path.includes('/{token}')) return fileFor(service)
  if (path === '/admin/backups/{name}') {
    const made = await service.asOwner('POST', '/admin/backups')
    return { NAME: String(await pickFrom(made, 'name')) }
  }
  if (path === '/api/ai/tts/file/{name}') {
    const made = await service.asOwner('POST', '/api/ai/tts', { text: 'Hello', format: 'wav' })
    return { NAME: String(await pickFrom(made, 'name')) }
  }
  if (path.startsWith('/api/ai/worker/'))
    return { ID: await workerFor(service), NAME: 'a.txt', NUMBER: '1' }
  if (path.endsWith('/{name}')) {
    const content = '---\nname: haiku\ndescription: Writes a haiku\n---\nWrite a haiku.\n'
    await service.asOwner('PUT', '/api/skills/haiku', { content })
    return { NAME: 'haiku' }
  }
  if (path.includes('/brands/')) {
    await service.asOwner('PUT', '/api/brands/acme', { name: 'Acme' })
    return { ID: 'acme' }
  }
  if (path.startsWith('/history/')) {
    const entry = { owner: 'primary', kind: 'speech', title: '', text: 'Hello' } as const
    const data = { clip: 'clip.mp3', engine: 'flite', format: 'mp3', mediaType: 'audio/mpeg' }
    return { ID: service.services.keepInHistory({ ...entry, data }) }
  }
  if (path.startsWith('/api/me/')) return { ID: ownThing(service, path) }
  if (path.endsWith('/{session}')) {
    const { id } = makeUser(service.services)
    const SESSION = service.services.sessions.list(id, 1, undefined).items[0]?.id ?? ''
    return { ID: id, SESSION }
  }
  if (path.startsWith('/api/conversations/{id}')) return conversationFor(service, path)
  return path.includes('{id}') ? { ID: await idFor(service, path, device) } : {}
}

async function fileFor({ services }: TestService): Promise<Record<string, string>> {
  const bytes = new Blob(['a']).stream()
  const { token, name } = await services.files.store('primary', bytes, { filename: 'a.txt' })
  return { TOKEN: token, FILENAME: name }
}

/** A session or a device of the Primary Key's account. */
function ownThing({ services }: TestService, path: string): string {
  const address = '127.0.0.1'
  services.primaryAccount.signIn(PRIMARY_KEY, { address, requestId: 'example' })
  if (path.startsWith('/api/me/sessions/'))
    return services.sessions.list(PRIMARY_USER_ID, 1, undefined).items[0]?.id ?? ''
  return services.devices.createCode({ userId: PRIMARY_USER_ID, name: 'laptop', address }).id
}

async function conversationFor(service: TestService, path: string) {
  const ID = String(await pickFrom(await service.asOwner('POST', '/api/conversations', {}), 'id'))
  if (path.endsWith('/events')) endWhenWatched(service)
  if (path.includes('{attachment}')) {
    const attachments = [{ data: 'YQ==', filename: 'a.txt' }]
    const body = { content: '', attachments }
    const sent = await service.asOwner('POST', `/api/conversations/${ID}/messages`, body)
    return { ID, ATTACHMENT: String(await pickFrom(sent, 'message.attachments.0.id')) }
  }
  if (!path.includes('{message}')) return { ID }
  const sent = service.asOwner('POST', `/api/conversations/${ID}/messages`, { content: 'hi' })
  return { ID, MESSAGE: String(await pickFrom(await sent, 'answer.id')) }
}

/** Deletes the next conversation that is watched: its events have no other end. */
function endWhenWatched({ services: { conversations } }: TestService): void {
  const spy = spyOn(conversations, 'watch').mockImplementation((caller, id, after) => {
    spy.mockRestore()
    queueMicrotask(() => void conversations.delete(caller, id))
    return conversations.watch(caller, id, after)
  })
}

async function idFor(
  service: TestService,
  path: string,
  device: ReturnType<typeof createDevice>,
): Promise<string> {
  // The demonstration engine answers before the example is sent.
  if (path.startsWith('/admin/queue/')) return 'run_unknown'
  if (path.startsWith('/admin/api-')) return service.makeKey().id
  if (path.startsWith('/admin/users/')) return makeUser(service.services).id
  if (path.startsWith('/admin/devices/')) return device.id
  if (path.startsWith('/v1/models/')) return 'demo'
  if (path.startsWith('/admin/alerts/')) {
    service.services.alerts.raise({ kind: 'test', subject: 'a', message: 'b' })
    return String(await pickFrom(await service.asOwner('GET', '/admin/alerts'), 'items.0.id'))
  }
  if (path.includes('/v1/responses/')) {
    const [made = ''] = path.split('/{id}')
    const isCode = path.startsWith('/api/code/')
    const headers = isCode ? device.headers : { authorization: `Bearer ${PRIMARY_KEY}` }
    const init = jsonInit('POST', { model: 'auto', input: 'hi', background: true }, headers)
    return String(await pickFrom(await fetch(service.url + made, init), 'id'))
  }
  if (path.startsWith('/jobs/')) return transcriptFor(service)
  if (path.startsWith('/api/ai/tts/')) {
    const body = { text: 'Hello', format: 'wav', async: true }
    return String(await pickFrom(await service.asOwner('POST', '/api/ai/tts', body), 'job_id'))
  }
  const isAgent = path.startsWith('/api/ai/agent/')
  const body = isAgent ? { task: 'title', input: 'hi' } : { prompt: 'hi' }
  const jobs = isAgent ? '/api/ai/agent' : '/api/ai/generate'
  return String(
    await pickFrom(await service.asOwner('POST', jobs, { ...body, async: true }), 'job_id'),
  )
}

/** A job of a worker, which fails as the demonstration calls no tools. */
async function workerFor({ services: { jobs, definitions } }: TestService): Promise<string> {
  const caller = callerOf({ kind: 'primary' }, 'examples')
  const input = { profile: 'read_docs', brief: 'hi', model: 'auto' }
  return (await jobs.create(definitions.worker, caller, input, undefined, undefined)).job.id
}

/** A job that has succeeded. */
async function transcriptFor(service: TestService): Promise<string> {
  const sent = await service.request('/transcribe', {
    method: 'POST',
    headers: { authorization: `Bearer ${PRIMARY_KEY}` },
    body: speechWav(1).slice(),
  })
  const id = String(await pickFrom(sent, 'job_id'))
  await (await service.asOwner('GET', `/jobs/${id}/events`)).text()
  return id
}

/**
 * A shell that runs examples as they stand; only what curl prints is set: the status.
 * A backup yields the processor to all others, so that it takes long on a busy machine.
 */
function openShell(cwd: string) {
  const stdio = { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' } as const
  const shell = Bun.spawn(['bash'], { cwd, ...stdio })
  shell.stdin.write(
    `curl() { command curl -sS -m 90 -o /dev/null -w '%{http_code}' "$@" < /dev/null; }\n`,
  )
  const output = shell.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  return {
    async run(command: string, variables: Readonly<Record<string, string>>): Promise<number> {
      const settings = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
      shell.stdin.write(`(\n${settings.join('')}${command}\n)\necho\n`)
      await shell.stdin.flush()
      let line = ''
      while (!line.endsWith('\n')) line += (await output.next()).value ?? '\n'
      return Number(line)
    },
    async [Symbol.asyncDispose]() {
      await shell.stdin.end()
      await shell.exited
    },
  }
}
