import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { $ } from 'bun'
import { wavFile } from '../../src/media/audio/wav.ts'
import { conversationClient } from './conversations.ts'
import { photo } from './documents/images.ts'
import { docx, paragraph } from './documents/office.ts'
import { pdf } from './documents/pdf.ts'
import { HAS_FFMPEG } from './ffmpeg.ts'
import { pick, pickList } from './pick.ts'
import { tone } from './sounds.ts'
import { tempFolder } from './temp-folder.ts'
import { LONG_TEST_MS } from './test-ms.ts'
import { defaultAnswer, startUpstream, type Upstream, type UpstreamRequest } from './upstream.ts'

const ROOT = join(import.meta.dir, '../..')
/** What a clone does not have, and what the service does not need of it. */
const NOT_CLONED = new Set(['.git', 'node_modules', 'data', 'hearth.toml', 'bench-results', 'test'])
const OTHER_UID = 65_534
const LISTENING = /Hearth is listening on (\S+)\n/
/** As another user, the clone belongs to that user, as after `git clone`. */
const USERS = {
  own: { name: 'the user of the tests', uid: undefined },
  ordinary: { name: 'an ordinary user', uid: OTHER_UID },
} as const

/** Whether the tests can start a clone as this user here. */
export const canStartAs = (user: keyof typeof USERS) => obstacle(USERS[user].uid) === undefined

/** Why a user cannot start the service here; undefined where it can. */
function obstacle(uid: number | undefined): string | undefined {
  // `npm start` would install them anew.
  if (!textOf('node_modules/.hearth-lock').endsWith(textOf('bun.lock')))
    return 'the packages are not those of bun.lock, which npm test installs'
  if (uid === undefined) return undefined
  if (process.getuid?.() !== 0) return 'only root can become another user'
  if (Bun.which('setpriv') === null) return 'setpriv is not installed'
  const canRead = Bun.spawnSync([...asUser(uid), 'test', '-x', process.execPath]).success
  return canRead ? undefined : `the user ${uid} may not read ${ROOT}`
}

function textOf(name: string): string {
  const path = join(ROOT, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function asUser(uid: number | undefined): string[] {
  return uid === undefined
    ? []
    : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
}

/** A clone of this repository with its packages, and a home elsewhere. */
async function makeClone(uid: number | undefined) {
  const folder = tempFolder()
  const [clone, home] = [join(folder.path, 'hearth'), join(folder.path, 'home')]
  await Promise.all([mkdir(clone), mkdir(home)])
  const names = readdirSync(ROOT).filter((name) => !NOT_CLONED.has(name) && !/^\.env/.test(name))
  await Promise.all(
    names.map((name) => cp(join(ROOT, name), join(clone, name), { recursive: true })),
  )
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  const own = async () => {
    if (uid !== undefined) await $`chown -hR ${uid}:${uid} ${folder.path}`
  }
  await own()
  /** With its errors in a file. */
  const npm = (args: readonly string[], env = {}) => {
    const log = join(folder.path, 'home', `${args[0]}.log`)
    const child = Bun.spawn([...asUser(uid), 'npm', ...args], {
      cwd: clone,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
      stdio: ['ignore', 'pipe', Bun.file(log)],
    })
    return { child, errors: () => readFileSync(log, 'utf8') }
  }
  let running: Bun.Subprocess | undefined
  const stop = async () => {
    running?.kill('SIGTERM')
    await running?.exited
  }
  return {
    /** Files with their content, executable in `bin`. */
    async write(files: Readonly<Record<string, string | Uint8Array>>) {
      for (const [name, content] of Object.entries(files)) {
        await Bun.write(join(clone, name), content)
        if (name.startsWith('bin/')) await chmod(join(clone, name), 0o755)
      }
      await own()
    },
    /** `npm start`; nothing is set but the port, as 8787 may be taken here. */
    async start() {
      const { child, errors } = npm(['start'], { PORT: '0' })
      running = child
      let printed = ''
      for await (const bytes of child.stdout) {
        printed += new TextDecoder().decode(bytes)
        if (LISTENING.test(printed)) break
      }
      const url = LISTENING.exec(printed)?.[1]
      if (url === undefined) throw new Error(`${printed}${errors()}`)
      return { url, printed, log: errors }
    },
    /** `npm run NAME -- ARGUMENT`, which must succeed. */
    async run(name: string, argument: string) {
      const { child, errors } = npm(['run', name, '--', argument])
      const printed = await new Response(child.stdout).text()
      if ((await child.exited) !== 0) throw new Error(`${name}: ${printed}${errors()}`)
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      folder[Symbol.dispose]()
    },
  }
}

/** Requests with a key, each of which must succeed. */
function clientOf(url: string, key: string) {
  const authorization = `Bearer ${key}`
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const isRaw = body instanceof Uint8Array || body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: headers['cookie'] === undefined ? { authorization, ...headers } : headers,
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    url,
    key,
    ask,
    json: async (method: string, path: string, body?: unknown): Promise<unknown> =>
      (await ask(method, path, body)).json(),
    /** The last record of a job. */
    async finished(path: string, body: unknown): Promise<unknown> {
      const made = await ask('POST', path, body)
      const events = await (await ask('GET', `${made.headers.get('location')}/events`)).text()
      return JSON.parse(events.split('data: ').at(-1) ?? '')
    },
    conversations: conversationClient(
      { request: (path, init) => fetch(url + path, init) },
      authorization,
    ),
  }
}
type Client = ReturnType<typeof clientOf>

const PAGE = 'The bill of the month of May is paid. '.repeat(10).trim()
const attached = (bytes: Buffer, filename: string) => ({ data: bytes.toString('base64'), filename })
const letter = () => attached(docx(paragraph('Words of a letter')), 'letter.docx')
const bill = () => attached(pdf([PAGE]), 'bill.pdf')

/** Where what was made is found after a restart. */
interface Made {
  conversation: string
  job: string
  /** Links that open without a key. */
  links: string[]
}

/** What works without settings: with the demonstration, and what comes with the service. */
async function useDefaults(me: Client): Promise<Made> {
  const chat = { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] }
  const whole = await me.json('POST', '/v1/chat/completions', chat)
  expect(pick(whole, 'choices.0.message.content')).toContain('Hearth')
  const summary = await me.json('POST', '/api/ai/agent', {
    task: 'summarize',
    input: 'A long text',
  })
  expect(summary).toMatchObject({ status: 'succeeded', task: 'summarize' })
  // At the same time, as the demonstration and the bundler of the pages take theirs.
  const [conversation, { file, job }, clip] = await Promise.all([
    answered(me, [letter()]),
    useAttachments(me),
    me.json('POST', '/api/ai/tts', { text: 'Hello', format: HAS_FFMPEG ? 'mp3' : 'wav' }),
    openPages(me),
  ])
  const srt = '1\n00:00:01,000 --> 00:00:01,200\nGood morning, everyone.\n'
  const tidied = await me.json('POST', '/perfect-srt', { srt })
  expect(pick(tidied, 'srt')).toContain('Good morning, everyone.')
  const links = [file, clip].map((one) => new URL(String(pick(one, 'url')), 'http://any').pathname)
  return { conversation, job, links }
}

/** Signs in with the key, as a browser does, and opens the web app. */
async function openPages({ key, url, ask }: Client): Promise<void> {
  const form = new URLSearchParams({ key })
  const signedIn = await fetch(`${url}/login/key`, {
    ...{ method: 'POST', body: form, redirect: 'manual' },
    headers: { origin: url },
  })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)
  const page = await ask('GET', '/app/', undefined, { cookie, accept: 'text/html' })
  const script = /<script [^>]*src="([^"]+)"/.exec(await page.text())?.[1]
  expect((await ask('GET', script ?? '/no-script')).headers.get('content-type')).toContain('script')
}

/** Attaches files of each origin, to an answer and to a job. */
async function useAttachments(me: Client): Promise<{ file: unknown; job: string }> {
  const file = await me.json('POST', '/api/nas/upload?filename=notes.txt', Buffer.from('My notes'))
  const generated = await me.json('POST', '/api/ai/generate', {
    prompt: 'What is it?',
    attachments: [
      letter(),
      bill(),
      { file: pick(file, 'token') },
      { buffer: await upload(me, 'In pieces') },
    ],
  })
  expect(pick(generated, 'attachments')).toMatchObject([
    { name: 'letter.docx', characters: 17, note: null },
    { name: 'bill.pdf', pages: 1, note: null },
    { name: 'notes.txt', characters: 8 },
    { name: 'piece.txt', characters: 9 },
  ])
  const job = { prompt: 'Later', attachments: [bill()], async: true }
  const ended = await me.finished('/api/ai/generate', job)
  expect(ended).toMatchObject({ status: 'succeeded' })
  return { file, job: `/api/ai/generate/${pick(ended, 'job_id')}` }
}

/** A conversation with one message and its answer. @returns Its path */
async function answered(
  { conversations }: Client,
  attachments: readonly object[],
): Promise<string> {
  const path = await conversations.begin()
  const events = await conversations.watch(path)
  await conversations.json('POST', `${path}/messages`, { content: 'Look', attachments })
  await events.until({ 'message.role': 'assistant', 'message.status': 'complete' })
  await events.close()
  return path
}

/** A resumable upload. @returns Its id */
async function upload({ ask }: Client, text: string): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' }
  const made = await ask('POST', '/buffer', undefined, {
    ...tus,
    'upload-length': String(text.length),
    'upload-metadata': `filename ${btoa('piece.txt')}`,
  })
  const { pathname } = new URL(made.headers.get('location') ?? '', 'http://any')
  await ask('PATCH', pathname, Buffer.from(text), {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  })
  return pathname.split('/').at(-1) ?? ''
}

/** Settings with paths from the folder of their file. @param proxy Answers for the internet */
function settings(upstream: Upstream, proxy: string): string {
  return `
egress_proxy = "${proxy}"
[backups]
folder = "kept-backups"
[[engines]]
id = "local"
adapter = "openai-http"
base_url = "${upstream.url}"
models = ["test-model"]
[[transcription_engines]]
id = "ears"
adapter = "command"
command = ["./bin/hear", "{input}"]
result = "stdout"
[[speech_engines]]
id = "mouth"
adapter = "command"
command = ["bin/speak", "{output}"]
languages = ["en"]
`
}

/** Works in the sandbox, hands a file over and answers. */
function workerAnswer(ask: UpstreamRequest): Response {
  const { tools = [], messages } = ask.body
  if (!JSON.stringify(tools).includes('"finish"')) return defaultAnswer(ask)
  const done = messages.filter(({ role }) => role === 'tool')
  const calls = [
    { name: 'run', args: { command: 'cat /inputs/* > all.txt; wc -c < all.txt' } },
    { name: 'write_artifact', args: { name: 'all.txt', file: 'all.txt' } },
    { name: 'finish', args: { answer: 'It is done' } },
  ]
  const { name, args } = calls[done.length] ?? { name: 'none', args: {} }
  const call = { name, arguments: JSON.stringify(args) }
  const tool_calls = [{ id: `call_${name}`, type: 'function', function: call }]
  const message = { role: 'assistant', content: null, tool_calls }
  return Response.json({ choices: [{ message, finish_reason: 'tool_calls' }] })
}

/** What needs a model, another program or the internet. */
async function useSettings(me: Client, isSandboxed: boolean): Promise<void> {
  await Promise.all([useModel(me), listen(me), readPage(me), ...(isSandboxed ? [work(me)] : [])])
  const { name } = Object(await me.json('POST', '/admin/backups'))
  const backup = await me.ask('GET', `/admin/backups/${name}`)
  expect((await backup.bytes()).length).toBeGreaterThan(0)
}

async function useModel(me: Client): Promise<void> {
  const chat = { model: 'local', messages: [{ role: 'user', content: 'Hello' }], stream: true }
  const streamed = await me.ask('POST', '/v1/chat/completions', chat)
  expect(await streamed.text()).toEndWith('data: [DONE]\n\n')
  const picture = attached(await photo('png'), 'photo.png')
  const body = { prompt: 'What is it?', attachments: [picture, letter()] }
  const seen = await me.json('POST', '/api/ai/generate', body)
  expect(pick(seen, 'attachments')).toMatchObject([{ kind: 'image' }, { name: 'letter.docx' }])
  await answered(me, [picture])
  const task = { task: 'classify', input: 'A bill', options: { labels: ['paid', 'open'] } }
  expect(await me.json('POST', '/api/ai/agent', task)).toMatchObject({ status: 'succeeded' })
}

async function listen(me: Client): Promise<void> {
  const speech = await me.ask('POST', '/v1/audio/speech', {
    ...{ model: 'auto', input: 'Hello', voice: 'alloy' },
    response_format: HAS_FFMPEG ? 'mp3' : 'wav',
  })
  const form = new FormData()
  form.set('file', new Blob([await speech.arrayBuffer()]), 'talk')
  const heard = await me.finished('/transcribe', form)
  expect(heard).toMatchObject({ status: 'succeeded' })
  const result = await me.ask('GET', `/jobs/${pick(heard, 'job_id')}/result?format=text`)
  expect((await result.text()).trim()).toBe('What was heard')
}

async function readPage(me: Client): Promise<void> {
  const page = await me.json('GET', `/v1/web/scrape?render=never&url=http://${PUBLIC}/page`)
  expect(page).toMatchObject({ title: 'A page' })
  expect(pick(page, 'content')).toContain(PAGE)
}

async function work(me: Client): Promise<void> {
  const job = { profile: 'read_docs', brief: 'Copy it', attachments: [bill()] }
  const worker = await me.finished('/api/ai/worker', job)
  expect(worker).toMatchObject({ status: 'succeeded', result: { answer: 'It is done' } })
  const artifact = await me.ask('GET', String(pick(worker, 'artifacts.0.url')))
  expect(await artifact.text()).toContain(PAGE)
}

/** An address of the internet, for which the proxy of the test answers. */
const PUBLIC = '93.184.216.34'
const HTML = `<!doctype html><html><head><title>A page</title></head><body><article><h1>A page</h1><p>${PAGE}</p></article></body></html>`

function startProxy() {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new URL(url).pathname === '/page'
        ? new Response(HTML, { headers: { 'content-type': 'text/html' } })
        : new Response(null, { status: 404 }),
  })
}

/**
 * A test that starts a clone as the README does, and uses each part of it once.
 *
 * @param user `ordinary`: without rights, where the tests run as root; otherwise whoever runs them
 */
export function testDocumentedStart(user: keyof typeof USERS): void {
  const { name, uid } = USERS[user]
  const reason = obstacle(uid)
  if (reason !== undefined) console.log(`Skipped: npm start as ${name}, as ${reason}`)
  const journey = async () => {
    await using clone = await makeClone(uid)
    const first = await clone.start()
    const key = /Primary Key, shown only this once: (\S+)\n/.exec(first.printed)?.[1] ?? ''
    const made = await useDefaults(clientOf(first.url, key))
    await clone.run('backup', 'hearth.tar')
    await clone.stop()
    expect(first.log()).not.toContain('"level":"error"')
    await clone.run('restore', 'hearth.tar')

    await using upstream = startUpstream(workerAnswer)
    await using proxy = startProxy()
    await clone.write({
      'hearth.toml': settings(upstream, `http://127.0.0.1:${proxy.port}`),
      'bin/hear': '#!/bin/sh\nwc -c < "$1" > /dev/null && echo What was heard\n',
      'bin/speak': '#!/bin/sh\ncp "$(dirname "$0")/tone.wav" "$1"\n',
      'bin/tone.wav': wavFile({ sampleRate: 16_000, channels: 1 }, tone(1, 440)),
      'kept-backups/.keep': '',
    })
    const second = await clone.start()
    const me = clientOf(second.url, key)
    expect(await me.json('GET', made.job)).toMatchObject({ status: 'succeeded' })
    const messages = await me.conversations.json('GET', made.conversation)
    expect(pick(messages, 'messages.0.attachments')).toMatchObject([{ name: 'letter.docx' }])
    for (const link of made.links) expect((await fetch(second.url + link)).status).toBe(200)
    const findings = pickList(await me.json('GET', '/admin/doctor'), 'items')
    const sandbox = findings.find((one) => pick(one, 'id') === 'worker-sandbox')
    const isSandboxed = pick(sandbox, 'level') === 'ok'
    if (!isSandboxed) console.log(`Skipped: a worker as ${name}. ${pick(sandbox, 'says')}`)
    await useSettings(me, isSandboxed)
    await clone.stop()
    expect(second.log()).not.toContain('"level":"error"')
  }
  const title = `npm start in a clone, as ${name}`
  test.skipIf(reason !== undefined)(title, journey, LONG_TEST_MS)
}
