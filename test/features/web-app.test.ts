import { expect, test } from 'bun:test'
import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { ownerOfUser } from '../../src/core/identity/actor.ts'
import { buildInChild, cachedBuild } from '../../src/features/web-app/cached-build.ts'
import { FIRST_CALLS, firstAnswers } from '../../src/features/web-app/first-calls.ts'
import { Shell } from '../../src/features/web-app/shell.ts'
import { WebApp } from '../../src/features/web-app/web-app.ts'
import type { Connection } from '../../src/http/server/connection.ts'
import { keepMessages } from '../support/keep-messages.ts'
import { CHAT_SCRIPT_KIB, FURTHER_SCRIPT_KIB, KIB, pageWeights } from '../support/page-weight.ts'
import { tempFolder } from '../support/process.ts'
import { builtOnce, createTestApp, startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
/** A document waits for its answers however busy the machine is. */
const IN_ANY_TIME = { firstAnswersMs: 60_000 }

interface Manifest {
  icons: { src: string; sizes: string; purpose?: string }[]
}

/** Paths of what a document makes the browser load at once. */
function preloads(document: string): string[] {
  return [...document.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(
    ([, path = '']) => path,
  )
}

test('the script of each page stays within its budget', async () => {
  const [chat, ...others] = pageWeights(await builtOnce())
  expect(others.length).toBeGreaterThan(5)
  const tooHeavy = [
    ...(chat === undefined || chat.scriptBytes > CHAT_SCRIPT_KIB * KIB ? [chat] : []),
    ...others.filter(({ furtherBytes }) => furtherBytes > FURTHER_SCRIPT_KIB * KIB),
  ]
  expect(tooHeavy).toEqual([])
})

test('a page names all its script at once, so that none waits for another', async () => {
  const { files } = await builtOnce()
  await using service = startService()
  const { cookie } = makeUser(service.services, { role: 'admin' })
  const read = async (path: string) => {
    const response = await fetch(service.url + path, { headers: { cookie, ...BROWSER } })
    expect(response.status).toBe(200)
    return response.text()
  }
  const { pages, script } = files.app
  const [chat, tasks] = [pages.get('chat'), pages.get('tasks')]
  expect(tasks).not.toEqual(chat)
  for (const path of ['/app/', '/app/c/cnv_1', '/app/nothing'])
    expect(preloads(await read(path))).toEqual([...(chat ?? ['none'])])
  expect(preloads(await read('/app/tasks/summarize'))).toEqual([...(tasks ?? ['none'])])
  const queue = files.admin.pages.get('queue')
  expect(preloads(await read('/admin/queue'))).toEqual([...(queue ?? ['none'])])
  expect(await read('/app/')).toContain(`<script type="module" src="${script}"></script>`)
})

test('a page loads few files, as a browser asks for six at a time by HTTP/1.1', async () => {
  const { app, admin } = (await builtOnce()).files
  // Beside the script of the application; Workers has the most.
  expect(app.pages.get('chat')?.length).toBeLessThanOrEqual(10)
  expect(admin.pages.get('overview')?.length).toBeLessThanOrEqual(12)
  const most = Math.max(...[...app.pages.values()].map(({ length }) => length))
  expect(most).toBeLessThanOrEqual(20)
})

test('files of the web app are compressed, and kept by browsers for good', async () => {
  const { files, assets } = await builtOnce()
  await using service = createTestApp()
  const { script } = files.app
  const bytes = assets.get(script.replace('/assets/', ''))?.bytes
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await service.request(script, { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('vary')).toContain('accept-encoding')
    if (encoding === null) expect(await response.bytes()).toEqual(new Uint8Array(bytes ?? []))
  }
  expect((await service.request('/assets/app-main-00000000.js')).status).toBe(404)
})

test('a reader’s name cannot end the element that it stands in', async () => {
  const { files, install } = await builtOnce()
  const response = new Shell('app', files.app, install, 'en').page('', {
    id: 'usr_1',
    name: '</script><b>',
    isAdmin: false,
    isNotified: false,
  })
  const document = await response.text()
  expect(document).toContain('"name":"\\u003c/script>')
  expect(document).not.toContain('<b>')
})

test('the document of a conversation has its end, for its owner alone', async () => {
  await using service = createTestApp()
  const { services } = service
  const ann = makeUser(services)
  const eve = makeUser(services, { email: 'eve@example.test' })
  const answer = '**Bold** <b>x</b> [link](javascript:alert(1))\n\n```<i>\na < b\n```'
  const long = `Before.\n\n~~~\n${'one line\n\n'.repeat(1_000)}`
  const keep = (id: string, title: string, texts: readonly string[]) =>
    keepMessages(services, ownerOfUser(ann.id), { id, title }, texts)
  keep('cnv_1', '</h1><i>', ['Earlier?', 'Earlier.'.repeat(300), 'Why <u>?', answer])
  keep('cnv_2', '', ['Q?', long])
  keep('cnv_3', 'Long', ['Q?', 'word '.repeat(30_000)])
  keep('cnv_5', 'Deep', ['Q?', `${'> '.repeat(1_900)}word`])
  const read = async (path: string, { headers }: { headers: object } = ann) =>
    (await service.request(path, { headers: { ...headers, ...BROWSER } })).text()
  const drawn = await read('/app/c/cnv_1')
  expect(drawn).toContain('<h1 dir="auto">&lt;/h1&gt;&lt;i&gt;</h1>')
  expect(drawn).toContain('<p dir="auto">Why &lt;u&gt;?</p>')
  expect(drawn).toContain('<strong>Bold</strong> &lt;b&gt;x&lt;/b&gt; <a>link</a>')
  expect(drawn).toContain('<figcaption><span>&lt;i&gt;</span>')
  expect(drawn).toContain('<pre><code>a &lt; b\n</code></pre>')
  expect(drawn).not.toContain('Earlier?')
  // From inside of its code on, and without what takes too long to read.
  const code = await read('/app/c/cnv_2')
  expect(code).toContain('<pre><code>\none line\n')
  expect(code).not.toContain('Before')
  expect(code).toContain('<h1 dir="auto">Hearth</h1>')
  for (const id of ['cnv_3', 'cnv_5']) expect(await read(`/app/c/${id}`)).not.toContain('word')
  const plain = await read('/app/nothing')
  const withoutName = (document: string) => document.replace(/"id":"usr_.*?","isAdmin"/, '')
  for (const path of ['/app/c/cnv_1?message=cnv_1_0', '/app/c/cnv_4', '/app/c/cnv_1/share'])
    expect([path, withoutName(await read(path))]).toEqual([path, withoutName(plain)])
  expect(withoutName(await read('/app/c/cnv_1', eve))).toBe(withoutName(plain))
})

test('the document of a page has the answers to what its script asks first, of its reader', async () => {
  await using service = startService({ limits: IN_ANY_TIME })
  const ann = makeUser(service.services, { role: 'admin', email: '</script><b>' })
  const eve = makeUser(service.services, { email: 'eve@example.test' })
  const read = async (path: string, { cookie }: { cookie: string }) =>
    (await fetch(service.url + path, { headers: { cookie, ...BROWSER } })).text()
  const answersOf = async (path: string, reader: { cookie: string }) => {
    const [, boot = '{}'] = /id="boot">(.*?)<\/script>/.exec(await read(path, reader)) ?? []
    return JSON.parse(boot).answers
  }
  for (const reader of [ann, eve]) {
    const answers = await answersOf('/app/me', reader)
    expect(Object.keys(answers).sort()).toEqual(
      [...(FIRST_CALLS.app['me']?.answered?.() ?? [])].sort(),
    )
    for (const call of ['/api/me', '/auth-check']) {
      const { headers } = reader
      const answer = await fetch(service.url + call, { headers })
      expect([call, answers[call]]).toEqual([call, await answer.json()])
    }
  }
  expect(Object.keys(await answersOf('/admin', ann))).toContain('/admin/system')
  // What is asked of a page has its own answers, and its script asks for them.
  expect(await answersOf('/app/files?q=tax', ann)).toBeUndefined()
  expect(await answersOf('/app/', ann)).toBeUndefined()
  const head = await fetch(`${service.url}/app/me`, {
    method: 'HEAD',
    headers: { cookie: ann.cookie, ...BROWSER },
  })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const signedOut = await fetch(`${service.url}/app/me`, { headers: BROWSER, redirect: 'manual' })
  expect(signedOut.status).toBe(303)
})

test('what comes with a document counts as forwarded where the document was', async () => {
  await using service = startService({
    env: { TRUSTED_NETWORKS: '127.0.0.1' },
    limits: IN_ANY_TIME,
  })
  const { cookie } = makeUser(service.services)
  for (const [edge, isOwn] of [
    [{}, true],
    [{ 'cf-ray': '' }, false],
  ] as const) {
    const headers = { cookie, ...BROWSER, ...edge }
    const page = await (await fetch(`${service.url}/app/files`, { headers })).text()
    expect(page).toContain(`"is_own_network":${isOwn}`)
  }
})

test('an answer that is refused, late or long is left to the script', async () => {
  const connection = (answerTo: (path: string) => Promise<Response>): Connection => ({
    ...{ requestId: 'req_1', viaProxy: false, address: undefined, client: 'unknown', answerTo },
  })
  const never = new Promise<Response>(() => {})
  const given: Record<string, () => Promise<Response>> = {
    '/api/me': async () => Response.json({ id: 'usr_1' }),
    '/auth-check': async () => Response.json({}, { status: 503 }),
    '/api/dashboard/summary': () => never,
    '/api/dashboard/usage?days=30': async () => Response.json('x'.repeat(64 * KIB)),
  }
  const answerTo = (path: string) => given[path]?.() ?? Promise.reject(new Error(path))
  const asked = firstAnswers('app', 'me', connection(answerTo), 100)
  expect([...((await asked) ?? [])]).toEqual([['/api/me', '{"id":"usr_1"}']])
  expect(
    firstAnswers(
      'app',
      'c/cnv_1',
      connection(() => never),
      100,
    ),
  ).toBeUndefined()
})

test('the service gets its pages from a child process, and from the next one after a fault', async () => {
  using folder = tempFolder()
  const program = join(folder.path, 'child.ts')
  const user = { id: 'usr_1', name: 'Robin', isAdmin: true, isNotified: false }
  const builds = [
    () => buildInChild('en', program),
    () => buildInChild('en', program),
    () => buildInChild('en'),
    () => Promise.reject(new Error('built twice')),
  ]
  const webApp = new WebApp({ build: async () => (await builds.shift()?.()) ?? builtOnce() })
  await Bun.write(program, "console.error('no room'); process.exit(3)")
  await expect(webApp.prepare()).rejects.toThrow(
    'Cannot build the web app: its process ended with 3: no room',
  )
  await Bun.write(
    program,
    `import { serialize } from 'node:v8'
    await Bun.write(Bun.stdout, serialize({ fault: 'Cannot build the web app: page.tsx:3' }))`,
  )
  await expect(Promise.resolve(webApp.page('app', '', user))).rejects.toThrow('page.tsx:3')
  const [document] = await Promise.all([webApp.page('app', '', user), webApp.prepare()])
  const { files, assets } = await builtOnce()
  const text = await document.text()
  expect(text).toContain(files.app.script)
  const script = await webApp.asset(files.app.script.replace('/assets/', ''), 'identity')
  expect(await script?.bytes()).toEqual(
    new Uint8Array(assets.get(files.app.script.replace('/assets/', ''))?.bytes ?? []),
  )
})

test('a start takes the pages from the cache of an earlier one, if they are whole', async () => {
  using folder = tempFolder()
  const program = join(folder.path, 'child.ts')
  const cache = join(folder.path, 'cache')
  await Bun.write(
    program,
    `import { serialize } from 'node:v8'
    const files = { script: crypto.randomUUID(), style: '', theme: '', pages: new Map() }
    const bytes = new Uint8Array(10_000)
    await Bun.write(Bun.stdout, serialize({
      assets: [['a.js', { type: 'text/javascript', bytes, gzip: bytes, brotli: bytes }]],
      files: { app: files, admin: files, shared: files },
      install: { manifest: '', touchIcon: '', worker: '' },
    }))`,
  )
  const first = await cachedBuild('en', { cache, program })
  expect(await cachedBuild('en', { cache, program })).toEqual(first)
  expect(await cachedBuild('de', { cache, program })).not.toEqual(first)
  const [path = ''] = new Bun.Glob('*/en').scanSync({ cwd: cache, absolute: true })
  truncateSync(path, statSync(path).size - 1)
  const second = await cachedBuild('en', { cache, program })
  expect(second.assets).toEqual(first.assets)
  expect(second).not.toEqual(first)
  expect(await cachedBuild('en', { cache, program })).toEqual(second)
  // A folder that cannot be written to costs no more than a build.
  const none = { cache: program, program }
  expect((await cachedBuild('en', none)).assets).toEqual(first.assets)
})

test('a browser finds the manifest, the icons and the worker without a session', async () => {
  await using service = createTestApp()
  const { cookie } = makeUser(service.services)
  const document = await service.request('/app/', { headers: { cookie, ...BROWSER } })
  const policy = document.headers.get('content-security-policy')
  for (const part of ["manifest-src 'self'", "worker-src 'self'", 'trusted-types hearth'])
    expect(policy).toContain(part)
  const text = await document.text()
  const manifest = await service.request(/rel="manifest" href="([^"]+)"/.exec(text)?.[1] ?? '/')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  const { icons, ...rest }: Manifest = JSON.parse(await manifest.text())
  expect(rest).toMatchObject({ id: '/app/', start_url: '/app/', display: 'standalone' })
  const kinds = icons.map(({ sizes, purpose = 'any' }) => [sizes, purpose])
  expect(kinds).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['192x192', 'maskable'],
    ['512x512', 'maskable'],
  ])
  const [, touchIcon = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(text) ?? []
  const corners = [0, 0, 255, 255, 255]
  for (const [index, src] of [...icons.map(({ src }) => src), touchIcon].entries()) {
    const icon = await service.request(src)
    expect(icon.headers.get('content-type')).toBe('image/png')
    const { data, info } = await sharp(await icon.bytes())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.width).toBe([192, 512, 192, 512, 180][index] ?? 0)
    // What is cut to a shape has its ground in the corners as well.
    expect(data[3]).toBe(corners[index] ?? 0)
  }
  const worker = await service.request('/sw.js')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toContain('javascript')
  expect(Bun.gzipSync(await worker.arrayBuffer()).length).toBeLessThan(KIB)
  const offline = await service.request('/offline')
  // It has nothing to load where nothing can be.
  expect(await offline.text()).not.toMatch(/<(?:link rel="stylesheet"|script)/)
})
