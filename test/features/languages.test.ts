import { expect, test } from 'bun:test'
import { smallNumber } from '../../public/ui/locale.ts'
import { ALERT_PARTS, ALERT_TEXTS } from '../../src/core/alert-texts.ts'
import { AUDIT_FIELDS } from '../../src/core/audit/audit.ts'
import { FINDING_PARTS, FINDING_TEXTS } from '../../src/core/doctor/finding-texts.ts'
import { PerfectView } from '../../src/features/subtitles/schema.ts'
import { bundleWebApp, messagesIn } from '../../src/features/web-app/build.ts'
import { messages as english } from '../../src/http/reply/messages/en.ts'
import { pageMessages, shellMessages } from '../../src/http/reply/page-messages.ts'
import { parseFrontMatter } from '../../src/platform/front-matter.ts'
import { LANGUAGES, preferredLanguage } from '../../src/platform/languages.ts'
import { REFUSAL_REASONS } from '../../src/platform/refusal-reasons.ts'
import { KIB } from '../support/page-weight.ts'
import { pseudo } from '../support/pseudo-language.ts'
import { builtOnce, createTestApp, jsonInit } from '../support/service.ts'
import { shownTexts } from '../support/shown-texts.ts'
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

test('what a page shows before its script is what the script shows, in each language', async () => {
  for (const language of LANGUAGES) {
    const { welcome, welcomeText } = shellMessages(language)
    const messages = await Bun.file(`${ROOT}public/app/chat/messages/${language}.ts`).text()
    for (const words of [welcome, welcomeText]) expect(messages).toContain(`'${words}',`)
  }
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
  // No third language, as its build takes longer than all of this.
  expect(await page('de')).toBe('de')
  expect(await (await change({ language: 'de' })).json()).toMatchObject({ language: 'de' })
  expect(await page('en')).toBe('de')
  expect(service.services.users.chosenLanguages()).toEqual(['de'])
  expect((await change({ language: 'tlh' })).status).toBe(422)
  expect((await change({ language: 'x'.repeat(4 * KIB) })).status).toBe(413)
  expect(await (await change({})).json()).toMatchObject({ language: 'de' })
  expect(await (await change({ language: null })).json()).toMatchObject({ language: null })
  expect(await page('en')).toBe('en')
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
    if (language === 'en') continue
    // What is loaded by itself is in the language as well.
    const all = (await Promise.all(outputs.map((output) => output.text()))).join('')
    const errors = await import(`${ROOT}public/ui/errors/messages/${language}.ts`)
    const texts = await import(`${ROOT}public/admin/shared/service-texts/messages/${language}.ts`)
    for (const words of [errors.m.unauthorized, texts.m.findings.database_writes[0]])
      expect([language, words, all.includes(words)]).toEqual([language, words, true])
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

/** Files whose texts are none that a language has other words for. */
const NOT_WORDS: Readonly<Record<string, string>> = {
  'public/admin/keys/snippets.ts': 'programs to copy',
  'public/admin/skills/skill-text.ts': 'the start of a SKILL.md',
  'public/app/jobs/status-dot.tsx': 'classes',
  'public/app/me/browser-name.ts': 'names of browsers and systems',
  'public/app/me/snippets.ts': 'programs and settings to copy',
  'public/app/speak/voice-names.ts': 'what a voice says in its own language',
  'public/app/me/language-names.ts': 'names of languages in themselves',
  'public/app/transcribe/languages.ts': 'codes of languages',
  'public/ui/key-presets.tsx': 'names in the code, and settings to copy',
  'public/ui/markdown/code-block.tsx': 'names of programming languages',
  'public/ui/markdown/read-formula.ts': 'names of elements and attributes',
  'public/ui/tab-notice.ts': 'a picture',
}
/** Names and abbreviations that are the same in all languages, keys, and what is no text at all. */
const NAMES = new Set([
  ...['Hearth', 'Hearth admin', 'Bun', ', SQLite', 'Markdown', 'Top P', 'SHA-256', 'SRT', 'VTT'],
  ...['SKILL.md', 'npm run worker'],
  ...['Control+K Meta+K', 'Ctrl K', 'Enter', 'Esc', 'Shift Enter', '… ms', 'https', 'auto'],
  // Media, media types, kinds of events and headers.
  ...['not all', '…;charset=utf-8', 'Files', 'Notification'],
  ...['filename …', 'filetype …'],
  // Names of fields, drafts and classes.
  ...['worker-brief-hint worker-brief-left', 'voice sample', 'extras …', 'key …', 'key profile …'],
  ...['left out', 'name', 'document', 'text …', 'speech …', 'transcription …'],
  // For the console of who develops.
  'The page … has failed with …',
])

test('pages have no text of their own other than in messages', async () => {
  const found: string[] = []
  const unused = new Set([...NAMES, ...Object.keys(NOT_WORDS)])
  for (const file of new Bun.Glob('public/{admin,app,shared,ui}/**/*.{ts,tsx}').scanSync(ROOT)) {
    if (/\/messages\/|\/api-types\.ts$/.test(file)) continue
    for (const text of shownTexts(file, await Bun.file(ROOT + file).text())) {
      const isException = unused.delete(file) || unused.delete(text)
      if (!(isException || NAMES.has(text) || file in NOT_WORDS)) found.push(`${file}: ${text}`)
    }
  }
  expect(found).toEqual([])
  expect([...unused]).toEqual([])
})

test('texts of a page are found by its syntax', () => {
  const source = `
    const LABELS = { day: 'A day', id: 'some-id' }
    throw new TypeError('Not for users')
    const page = <p class="button primary" title="over">since {time}
      {isLate && ' too late'} <code>hearth login</code> {m.text} {\`At most \${count} steps\`}</p>`
  expect(shownTexts('page.tsx', source)).toEqual([
    ...['A day', 'over', 'since', 'too late', 'At most … steps'],
  ])
})

/** In the source of a catalogue: what a count is given, one form for each word. */
const COUNTED = /\bcounted\([^{}]*\{([^}]*)\}/g

test('what is counted has every form of its language', async () => {
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  const missing: string[] = []
  for (const language of LANGUAGES) {
    const rules = new Intl.PluralRules(language)
    const forms = new Set([...numbers.map((number) => rules.select(number)), 'other'])
    for (const path of new Bun.Glob(`public/**/messages/${language}.ts`).scanSync(ROOT))
      for (const [, given = ''] of (await Bun.file(ROOT + path).text()).matchAll(COUNTED))
        for (const form of forms)
          if (!given.includes(`${form}: `)) missing.push(`${path}: ${form} of ${given.trim()}`)
  }
  expect(missing).toEqual([])
})

test('every message is used', async () => {
  const files = [...new Bun.Glob('public/**/*.{ts,tsx}').scanSync(ROOT)]
  const sources = files
    .filter((file) => !file.includes('/messages/') && !file.endsWith('api-types.ts'))
    .map((file) => Bun.file(ROOT + file).text())
  const used = new Set(
    (await Promise.all(sources)).flatMap((source) => source.match(/(?<=\.)\w+/g) ?? []),
  )
  const unused: string[] = []
  for (const path of files) {
    if (!path.endsWith('/messages/en.ts') || /\/(?:errors|shipped|service-texts)\//.test(path))
      continue
    const messages: Record<string, unknown> = (await import(ROOT + path)).m
    for (const key of Object.keys(messages)) if (!used.has(key)) unused.push(`${path}: ${key}`)
  }
  expect(unused).toEqual([])
})

test('every language has a name and a description for each worker that comes with the service', async () => {
  const glob = new Bun.Glob('src/features/workers/shipped/*/PROFILE.md')
  const heads = await Promise.all(
    [...glob.scanSync(ROOT)].map(async (path) =>
      parseFrontMatter(await Bun.file(ROOT + path).text()),
    ),
  )
  const valuesOf = (name: string) =>
    heads.map(({ fields }) => String(Object(fields)[name])).toSorted()
  expect(heads.length).toBeGreaterThan(1)
  for (const language of LANGUAGES) {
    const [jobs, workers] = await Promise.all(
      ['jobs', 'workers'].map(
        (page) => import(`${ROOT}public/app/${page}/messages/${language}.ts`),
      ),
    )
    expect([language, Object.keys(jobs.m.workers).toSorted()]).toEqual([language, valuesOf('name')])
    expect([language, Object.keys(workers.m.descriptions).toSorted()]).toEqual([
      language,
      valuesOf('description'),
    ])
  }
})

test('every language says why a file is not taken, with the limit or the status that stands in it', async () => {
  const expected = Object.entries<boolean>(REFUSAL_REASONS)
  for (const language of LANGUAGES.slice(1)) {
    const { m } = await import(`${ROOT}public/ui/errors/reasons/messages/${language}.ts`)
    const found = Object.entries<string>(m.reasons).map(([code, words]) => [
      code,
      words.split('{value}').length === 2,
    ])
    expect([language, Object.fromEntries(found)]).toEqual([language, Object.fromEntries(expected)])
  }
})

test('every language says what was done to a subtitle, and which bound it does not keep', async () => {
  const { changes, unmet } = PerfectView.properties
  const codes = [changes, unmet].flatMap(({ items }) => [
    ...String(items.properties.code.description).matchAll(/`(\w+)`/g),
  ])
  const names = codes.map(([, code = '']) => code).toSorted()
  expect(names).toContain('too_fast')
  for (const language of LANGUAGES.slice(1)) {
    const { m } = await import(`${ROOT}public/app/transcribe/messages/${language}.ts`)
    expect([language, Object.keys(m.cueTexts).toSorted()]).toEqual([language, names])
  }
})

type ServiceTexts = Record<string, Record<string, unknown>>

/** The names in a text of the service, and those of what it counts. */
function namesIn(words: unknown): string[] {
  const found = new Set<string>()
  const numbers = new Proxy<Record<string, number>>(
    {},
    { get: (_, name) => 1 + found.add(String(name)).size },
  )
  const text = typeof words === 'function' ? String(words(numbers)) : String(words)
  for (const [, name = ''] of text.matchAll(/\{(\w+)(?::[^}]*)?\}/g)) found.add(name)
  return [...found].toSorted()
}

test('every language has words for what the service tells its owner, with the same things in them', async () => {
  const english: ServiceTexts = {
    findings: Object.fromEntries(
      Object.entries<{ says: string; fix?: string }>(FINDING_TEXTS).map(([code, { says, fix }]) => [
        code,
        fix === undefined ? [says] : [says, fix],
      ]),
    ),
    alerts: Object.fromEntries(
      Object.entries(ALERT_TEXTS).map(([kind, { subject, message }]) => [kind, [subject, message]]),
    ),
    parts: { ...FINDING_PARTS, ...ALERT_PARTS },
  }
  const namesOf = (texts: ServiceTexts) =>
    Object.fromEntries(
      Object.entries(texts).map(([part, all]) => [
        part,
        Object.fromEntries(
          Object.entries(all).map(([code, words]) => [code, [words].flat().map(namesIn)]),
        ),
      ]),
    )
  for (const language of LANGUAGES.slice(1)) {
    const { m } = await import(`${ROOT}public/admin/shared/service-texts/messages/${language}.ts`)
    expect({ language, ...namesOf(m) }).toEqual({ language, ...namesOf(english) })
  }
})

test('every language has names for the fields of the audit', async () => {
  await using service = createTestApp()
  const { id } = makeUser(service.services)
  await service.asOwner('PATCH', `/admin/users/${id}`, { status: 'deleted' })
  const { items } = service.services.audit.list(1, undefined)
  const fields = [...AUDIT_FIELDS, ...Object.keys(items[0]?.before ?? {})]
  const names = fields.map((field) => field.replaceAll(' ', '_'))
  expect(names).toContain('conversations')
  for (const language of LANGUAGES) {
    const { m } = await import(`${ROOT}public/admin/audit/messages/${language}.ts`)
    expect([language, ...names.filter((name) => !Object.hasOwn(m.fields, name))]).toEqual([
      language,
    ])
  }
})

test('small numbers are written without a formatter as the language has them', () => {
  const regions = ['en-US', 'en-GB', 'de-DE', 'de-AT', 'fr-FR', 'es-ES', 'pl-PL', 'ja-JP']
  for (const locale of [...LANGUAGES, ...regions]) {
    const format = new Intl.NumberFormat(locale)
    const numbers = Array.from({ length: 10_000 }, (_, tenths) => tenths / 10)
    const wrong = numbers.filter((value) => smallNumber(value, locale) !== format.format(value))
    expect([locale, ...wrong]).toEqual([locale])
  }
  const others = [0.25, 1_000, -1, Number.NaN].map((value) => smallNumber(value, 'de'))
  expect([...others, smallNumber(0.5, 'de-CH'), smallNumber(7, 'de-CH')]).toEqual([
    ...[undefined, undefined, undefined, undefined, undefined],
    '7',
  ])
})

test('every language has words for the tools that an assistant can have', async () => {
  await using service = createTestApp()
  const { names } = service.services.tools
  expect(names).toContain('my_files')
  for (const language of LANGUAGES) {
    const { m } = await import(`${ROOT}public/app/assistants/messages/${language}.ts`)
    const missing = names.filter((name) => !Object.hasOwn(m.toolTexts, name))
    expect([language, ...missing]).toEqual([language])
  }
})
