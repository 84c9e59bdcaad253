import { expect, test } from 'bun:test'
import { relative } from 'node:path'
import { bundleWebApp, messagesIn } from '../../src/features/web-app/build.ts'
import { messages as english } from '../../src/http/reply/messages/en.ts'
import { pageMessages } from '../../src/http/reply/page-messages.ts'
import { LANGUAGES, preferredLanguage } from '../../src/platform/languages.ts'
import { KIB } from '../support/page-weight.ts'
import { pseudo } from '../support/pseudo-language.ts'
import { builtOnce, createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
/** Script and messages of the chat page in any language. */
const FIRST_LOAD_KIB = 62

function inLanguage(language: string) {
  return pageMessages(
    new Request('http://localhost/', { headers: { 'accept-language': language } }),
  )
}

test('a browser gets the language that it prefers of those that there are', () => {
  const cases: [accepted: string | null, language: string][] = [
    [null, 'en'],
    ['', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['it, fr-CA;q=0.5, es;q=0.7', 'es'],
    ['PL', 'pl'],
    ['ja;q=0, en-GB;q=0.1', 'en'],
    ['*, de;q=bad', 'en'],
    [`${'x,'.repeat(5_000)}de`, 'en'],
  ]
  for (const [accepted, language] of cases)
    expect([accepted, preferredLanguage(accepted)]).toEqual([accepted, language as 'en'])
})

test('the pages before the sign-in are in the language of the browser, errors among them', async () => {
  await using service = createTestApp()
  for (const [language, title, nothing] of [
    ['en', 'Sign in', 'Not found'],
    ['de', 'Anmelden', 'Nicht gefunden'],
    ['ja', 'ログイン', '見つかりません'],
  ] as const) {
    const headers = { ...BROWSER, 'accept-language': language }
    const login = await (await service.request('/login/key', { headers })).text()
    expect(login).toContain(`<html lang="${language}" dir="ltr">`)
    expect(login).toContain(`<h1>${title}</h1>`)
    const missing = await (await service.request('/join/inv_nothing', { headers })).text()
    expect(missing).toContain(`<h1>${nothing}</h1>`)
  }
  const answer = await service.request('/api/nothing', { headers: { 'accept-language': 'de' } })
  expect(await answer.json()).toMatchObject({ detail: 'There is no such path' })
})

test('PATCH /api/me chooses the language of a person, on all browsers', async () => {
  await using service = createTestApp()
  const { headers } = makeUser(service.services)
  const change = (body: unknown) => service.request('/api/me', jsonInit('PATCH', body, headers))
  const page = async (accepted: string) => {
    const init = { headers: { ...headers, ...BROWSER, 'accept-language': accepted } }
    const text = await (await service.request('/app/files', init)).text()
    return /<html lang="(\w+)" dir="ltr">/.exec(text)?.[1]
  }
  expect(await page('pl')).toBe('pl')
  expect(await (await change({ language: 'de' })).json()).toMatchObject({ language: 'de' })
  expect(await page('pl')).toBe('de')
  expect(service.services.users.chosenLanguages()).toEqual(['de'])
  expect((await change({ language: 'tlh' })).status).toBe(422)
  expect((await change({ language: 'x'.repeat(4 * KIB) })).status).toBe(413)
  expect(await (await change({})).json()).toMatchObject({ language: 'de' })
  expect(await (await change({ language: null })).json()).toMatchObject({ language: null })
  expect(await page('pl')).toBe('pl')
  expect((await service.asOwner('PATCH', '/api/me', { language: 'de' })).status).toBe(403)
})

test('a page in another language has script of its own, which a service that has not built it finds', async () => {
  const { files, assets } = await builtOnce('de')
  const { files: first } = await builtOnce()
  expect(files.app.script).not.toBe(first.app.script)
  await using service = createTestApp()
  const response = await service.request(files.app.script)
  expect(response.status).toBe(200)
  const bytes = assets.get(files.app.script.replace('/assets/', ''))?.bytes
  expect(await response.bytes()).toEqual(new Uint8Array(bytes ?? []))
})

test('the first load stays within its budget in every language', async () => {
  for (const language of LANGUAGES) {
    const { outputs, files } = await bundleWebApp(messagesIn(language))
    const { script, theme, pages } = files.app
    const sizes = [script, theme, ...(pages.get('chat') ?? [])].map(async (path) => {
      const output = outputs.find((one) => one.path.endsWith(path.replace('/assets/', '')))
      const bytes = (await output?.arrayBuffer()) ?? new ArrayBuffer()
      return Bun.gzipSync(bytes, { level: 9 }).length
    })
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(20 * KIB)
    expect([language, bytes <= FIRST_LOAD_KIB * KIB, bytes]).toEqual([language, true, bytes])
  }
})

test('every language has words for the errors that English has titles for, and for its pages', () => {
  for (const language of LANGUAGES.slice(1)) {
    const { failure, join } = inLanguage(language)
    expect([language, ...Object.keys(failure.texts)]).toEqual(
      expect.arrayContaining(
        Object.keys(english.failure.titles).filter((code) => code !== 'pending_approval'),
      ),
    )
    expect(Object.keys(join.faults)).toEqual(['invalid', 'conflict'])
  }
})

test('the longer language of tests keeps the places in messages, and the names of units', () => {
  const messages = {
    goTo: 'Go to {page}',
    units: { byte: 'B' },
    of: (name: string) => `of ${name}`,
  }
  const { goTo, units, of } = pseudo(messages) as typeof messages
  expect([goTo, units.byte, of('x')]).toEqual(['Ĝö ţö {page} ~~', 'B', 'öƒ ẋ ~'])
})

/** Folders whose texts are all messages. */
const TRANSLATED = [
  'public/ui',
  ...[
    'assistants',
    'chat',
    'files',
    'history',
    'jobs',
    'knowledge',
    'me',
    'speak',
    'tasks',
    'transcribe',
    'video',
    'workers',
  ].map((page) => `public/app/${page}`),
  ...['engines', 'overview', 'people', 'queue', 'requests', 'shared', 'system', 'usage'].map(
    (page) => `public/admin/${page}`,
  ),
]
/** What stands between tags, or in what is read out or shown: a word of two letters at least. */
const TEXT = /(?<![=-])>\s*([A-Z][\w’ ,.;:!?-]*[a-z]{2}[^<>{}=()]*)</g
const ATTRIBUTE =
  /\s(?:label|title|placeholder|aria-label|alt|text|hint|action|name)="([A-Z][a-z][^"]*)"/g
const CALL = /(?:toast|notice|announce)\(\s*['`]([^'`]+)/g
/** Names that are the same in all languages. */
const NAMES = new Set(['Ctrl K', 'Hearth'])

test('pages that are translated have no text of their own', async () => {
  const found: string[] = []
  for (const folder of TRANSLATED)
    for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync({
      cwd: ROOT + folder,
      absolute: true,
    })) {
      if (file.includes('/messages/')) continue
      const source = (await Bun.file(file).text()).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      for (const pattern of file.endsWith('x') ? [TEXT, ATTRIBUTE, CALL] : [CALL])
        for (const [, text = ''] of source.matchAll(pattern))
          if (!NAMES.has(text.trim())) found.push(`${relative(ROOT, file)}: ${text.trim()}`)
    }
  expect(found).toEqual([])
})

test('every message is used', async () => {
  const unused: string[] = []
  for (const path of new Bun.Glob('public/**/messages/en.ts').scanSync({ cwd: ROOT })) {
    const messages: Record<string, unknown> = (await import(ROOT + path)).m
    const folder = path.replace(/messages\/en\.ts$/, '')
    const source = (
      await Promise.all(
        [...new Bun.Glob('public/**/*.{ts,tsx}').scanSync({ cwd: ROOT })]
          .filter((file) => !file.includes('/messages/') && !file.endsWith('api-types.ts'))
          .map((file) => Bun.file(ROOT + file).text()),
      )
    ).join('\n')
    if (path.includes('/errors/') || path.includes('/shipped/')) continue
    for (const key of Object.keys(messages))
      if (!new RegExp(`\\.${key}\\b`).test(source)) unused.push(`${folder}: ${key}`)
  }
  expect(unused).toEqual([])
})
