import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { COMMANDS } from '../../src/cli/run.ts'
import { USAGE } from '../../src/client/run.ts'
import { FILE_SETTINGS, Settings } from '../../src/config/schema.ts'
import { ALERT_TEXTS } from '../../src/core/alert-texts.ts'
import { findingHelp } from '../../src/core/doctor/finding.ts'
import { EngineSettings } from '../../src/engines/settings.ts'
import { SpeechEngineSettings } from '../../src/engines/speech/settings.ts'
import { TranscriptionEngineSettings } from '../../src/engines/transcription/settings.ts'
import { MANUAL } from '../../src/features/docs/manual.ts'
import { codesOf, helpPath } from '../../src/http/reply/error-body.ts'
import type { GrantCode } from '../../src/platform/errors.ts'
import { PAGE_FILES, pageText } from '../support/manual.ts'
import { pick } from '../support/pick.ts'
import { createTestApp, type TestApp } from '../support/service.ts'

const ROOT = join(import.meta.dir, '../..')
const SRC = join(ROOT, 'src')
const BROWSER = { headers: { accept: 'text/html' } }

/** The codes of the device flow, all of status 400. */
const GRANT_CODES = Object.keys({
  authorization_pending: true,
  slow_down: true,
  access_denied: true,
  expired_token: true,
  invalid_grant: true,
  invalid_request: true,
  unsupported_grant_type: true,
  invalid_client: true,
  invalid_redirect_uri: true,
  invalid_target: true,
} satisfies Record<GrantCode, true>)

/** Names of all pages; the start page is at /docs. */
const NAMES = MANUAL.flatMap(({ pages }): readonly string[] => pages)

async function pageOf(service: TestApp, path: string): Promise<string> {
  const answer = await service.request(path, BROWSER)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

/** The ids of a page. */
function idsOf(page: string): Set<string> {
  return new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id))
}

/** Every page of the documentation by its path. */
async function allPages(service: TestApp): Promise<Map<string, string>> {
  const paths = ['/docs', '/docs/api', ...NAMES.map((name) => `/docs/${name}`)]
  const pages = new Map<string, string>()
  for (const path of paths) pages.set(path, await pageOf(service, path))
  return pages
}

/** The third-level headings of a page, which are codes. */
function codeHeadings(name: string): string[] {
  return [...pageText(name).matchAll(/^### `([^`]+)`$/gm)].map(([, code = '']) => code)
}

/** For tests that see nothing of one another there. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

test('the manual lists each page once, and each has a title and says what it is about', () => {
  expect(['index', ...NAMES].toSorted()).toEqual([...PAGE_FILES].toSorted())
  for (const name of PAGE_FILES) {
    const [title = '', , first = ''] = pageText(name).split('\n')
    expect([name, title.startsWith('# ')]).toEqual([name, true])
    expect([name, /^[\w`]/.test(first)]).toEqual([name, true])
  }
})

test('every link and anchor of the manual and of the API reference leads somewhere', async () => {
  const pages = await allPages(service)
  const ids = new Map([...pages].map(([path, page]) => [path, idsOf(page)]))
  const broken: string[] = []
  for (const [path, page] of pages) {
    const unique = new Set([...page.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link))
    for (const link of unique) {
      if (/^(?:https?|mailto):/.test(link)) continue
      const [target = '', anchor] = link.split('#')
      const own = target === '' ? path : target
      const known = ids.get(own)
      const isThere =
        known === undefined
          ? (await service.request(own)).status < 400
          : anchor === undefined || known.has(anchor)
      if (!isThere) broken.push(`${path}: ${link}`)
    }
  }
  expect(broken).toEqual([])
})

test('every id of a page is there once', async () => {
  for (const [path, page] of await allPages(service)) {
    const all = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect([path, all.filter((id, index) => all.indexOf(id) !== index)]).toEqual([path, []])
  }
})

test('every link of the papers in the repository leads to a file', () => {
  const papers = [
    ...['README.md', 'src/README.md', 'src/decisions.md', 'test/README.md'],
    ...['.github/CONTRIBUTING.md', '.github/SECURITY.md'],
    ...PAGE_FILES.map((name) => `public/docs/${name}.md`),
  ]
  const broken = papers.flatMap((paper) => {
    const text = readFileSync(join(ROOT, paper), 'utf8')
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    return links
      .map(([, link, source]) => (link ?? source ?? '').split('#', 1)[0] ?? '')
      .filter((link) => link !== '' && !/^(?:https?:|\/)/.test(link))
      .filter((link) => !existsSync(normalize(join(ROOT, paper, '..', link))))
      .map((link) => `${paper}: ${link}`)
  })
  expect(broken).toEqual([])
})

test('the README has at most 1,200 words, and the glossary at most 25', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_200)
  expect(pageText('glossary').match(/^\| \w/gm)?.length).toBeLessThanOrEqual(26)
})

test('every error code has its place on the page of errors, and every place its code', () => {
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)
  const codes = [...statuses.flatMap(codesOf), ...GRANT_CODES]
  expect(codeHeadings('errors').toSorted()).toEqual(codes.map(String).toSorted())
  expect(helpPath('no_engine')).toBe('/docs/errors#no_engine')
})

test('the status that the page of errors names is the one that is answered', () => {
  for (const [, code = '', status] of pageText('errors').matchAll(
    /^### `(\w+)`\n\nStatus (\d{3})/gm,
  )) {
    const isGrant = GRANT_CODES.includes(code)
    const codes: readonly string[] = isGrant ? [code] : codesOf(Number(status))
    expect([code, isGrant ? status === '400' : codes.includes(code)]).toEqual([code, true])
  }
})

test('every error answer leads to its place in the manual', async () => {
  const linkOf = async (path: string, init: RequestInit = {}) =>
    (await service.request(path, init)).headers.get('link')
  expect(await linkOf('/nowhere')).toBe('</docs/errors#not_found>; rel="help"')
  expect(await linkOf('/v1/models')).toBe('</docs/errors#unauthorized>; rel="help"')
  expect(await linkOf('/v1/chat/completions')).toBe('</docs/errors#method_not_allowed>; rel="help"')
  expect(await linkOf('/admin/api-keys?limit=0')).toContain('rel="help"')
  expect(await linkOf('/health')).toBeNull()
})

test('every finding of the doctor has its place, and every place its finding', () => {
  const found = new Set<string>()
  for (const file of new Bun.Glob('features/**/*.ts').scanSync(SRC)) {
    const text = readFileSync(join(SRC, file), 'utf8')
    if (!file.startsWith('features/doctor/') && !text.includes('core/doctor/finding.ts')) continue
    const ids = [
      ...text.matchAll(/\b(?:id|const [A-Z_]*ID|const CONNECTIONS)(?::| =) ['`]([a-z][\w-]*)/g),
      ...text.matchAll(/\bcheck\('([\w-]+)'/g),
      ...text.matchAll(/\['(speech)', '(transcription)'\]|\(\['(base_url)', '(alt_base_url)'\]/g),
    ]
    for (const [, ...parts] of ids) for (const id of parts) if (id !== undefined) found.add(id)
  }
  expect(codeHeadings('doctor').toSorted()).toEqual([...found].toSorted())
  expect(findingHelp('engine.engine_a.home')).toBe('/docs/doctor#engine')
})

test('every kind of alert has its place, and every place its kind', () => {
  expect(codeHeadings('alerts').toSorted()).toEqual(Object.keys(ALERT_TEXTS).toSorted())
})

test('every setting is in the reference, with its default', () => {
  const text = pageText('settings')
  const missing: string[] = []
  for (const [name, schema] of Object.entries<object>(Settings.properties)) {
    if (FILE_SETTINGS.has(name)) {
      if (!new RegExp(`^## \`\\[+${name}\\]+\`$`, 'm').test(text)) missing.push(name)
      continue
    }
    const row = new RegExp(`^\\|[^|]*\`${name.toUpperCase()}\`.*$`, 'm').exec(text)?.[0]
    const given: unknown = Reflect.get(schema, 'default')
    const isShown = given === undefined || Array.isArray(given) || row?.includes(String(given))
    if (row === undefined || isShown !== true) missing.push(name)
  }
  expect(missing).toEqual([])
})

test('every key of a table of the settings is in the section of that table', () => {
  const sections = new Map(
    pageText('settings')
      .split(/^## /m)
      .map((section) => [/^`\[+(\w+)\]+`/.exec(section)?.[1] ?? '', section]),
  )
  const tables: Record<string, object> = {
    engines: EngineSettings,
    speech_engines: SpeechEngineSettings,
    transcription_engines: TranscriptionEngineSettings,
  }
  for (const name of FILE_SETTINGS) tables[name] ??= Object(Reflect.get(Settings.properties, name))
  const missing = Object.entries(tables).flatMap(([table, schema]) =>
    Object.keys(Object(pick(schema, 'properties')))
      .filter((key) => {
        const section = sections.get(table) ?? ''
        const variable = `QUEUE_${key.toUpperCase()}`
        return (
          !section.includes(`\`${key}\``) &&
          !section.includes(variable) &&
          !section.includes(`\n${key} = `) &&
          !section.includes(`[${table}.${key}]`)
        )
      })
      .map((key) => `${table}.${key}`),
  )
  expect(missing).toEqual([])
})

test('every command is on the page of commands', () => {
  const text = pageText('commands')
  const missing = [
    ...Object.keys(COMMANDS).map((name) => `\`npm run ${name}`),
    ...[...USAGE.matchAll(/^ {2}hearth (\S+)/gm)].map(([, name]) => `\`hearth ${name}`),
    ...['`npm start`', '`npm run worker`', '`npm test`'],
  ].filter((command) => !text.includes(command))
  expect(missing).toEqual([])
})

test('every route is named in the manual or by the API reference, with words of its own', async () => {
  const page = await pageOf(service, '/docs/api')
  const hidden = service.app.routes
    .filter(({ path, method }) => {
      const template = path.replace(/:(\w+)/g, '{$1}')
      return !page.includes(`data-method="${method}" data-path="${template}"`)
    })
    .map(({ path }) => path)
    // Pages, their files, and other forms of a described path.
    .filter((path) => !/^\/(?:docs|assets|app|pages|icon|style|login|waiting|$)|\*$/.test(path))
  const manual = PAGE_FILES.map(pageText).join('\n')
  expect(hidden.filter((path) => !manual.includes(path.split('/:', 1)[0] ?? path))).toEqual([])
})

test('each page is HTML for browsers, and Markdown for programs and at its name with .md', async () => {
  const page = await pageOf(service, '/docs/start')
  expect(page).toContain('<h2 id="run-hearth"><a href="#run-hearth">Run Hearth</a></h2>')
  for (const path of ['/docs/start', '/docs/start.md']) {
    const answer = await service.request(path)
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await answer.text()).toBe(pageText('start'))
  }
  expect((await service.request('/docs/start.md', BROWSER)).headers.get('content-type')).toBe(
    'text/markdown; charset=utf-8',
  )
  for (const name of ['nothing', 'docs.css.md', '..%2f..%2fpackage.json', 'constructor'])
    expect([name, (await service.request(`/docs/${name}`)).status]).toEqual([name, 404])
})

test('samples of a page have the address under which it was opened, escaped', async () => {
  await using service = createTestApp({ env: { BASE_URL: 'https://hearth.test' } })
  const at = async (host: string) =>
    (await service.request('/docs/start', { headers: { ...BROWSER.headers, host } })).text()
  expect(await at('hearth.test')).toContain('curl https://hearth.test/v1/chat/completions')
  expect(await at('a<b>"')).not.toContain('http://a<b>')
})

test('GET /llms.txt lists every page as Markdown', async () => {
  const text = await (await service.request('/llms.txt')).text()
  expect(text).toStartWith('# Hearth manual\n\n> ')
  const links = [...text.matchAll(/\]\(http:\/\/[^/]+(\/[^)]*)\): \S/g)].map(
    ([, path = '']) => path,
  )
  expect(links).toEqual([...NAMES.map((name) => `/docs/${name}.md`), '/openapi.json'])
  for (const path of links) expect((await service.request(path)).status).toBe(200)
})
