import { join } from 'node:path'
import { escapeHTML } from 'bun'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { wantsPage } from '../../http/reply/html.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import type { OriginSettings, Origins } from '../../http/server/origins.ts'
import type { RouteTable } from '../../http/server/route-table.ts'
import { AppError } from '../../platform/errors.ts'
import { VERSION } from '../../platform/version.ts'
import { addressOf } from '../system/client-routes.ts'
import { apiEntries, apiPage } from './api-page.ts'
import { ORIGIN } from './docs-curl.ts'
import { API_PATH } from './docs-frame.ts'
import { Manual } from './manual.ts'
import { openApiDocument } from './openapi-document.ts'

const PUBLIC = join(import.meta.dir, '../../../public/docs')

/** The pages run their own scripts only, and send to this service only. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

export interface DocsServices {
  guards: ReturnType<typeof guards>
  config: OriginSettings
  origins: Origins
}

/**
 * The manual at /docs, the API reference beside it, and both for programs.
 *
 * @param routes All routes of the service
 */
export function docsRoutes({ guards, config, origins }: DocsServices, routes: RouteTable) {
  const file = (name: string) => () =>
    new Response(Bun.file(join(PUBLIC, name)), { headers: PAGE_HEADERS })
  const options = { open: true, detail: { hide: true } } as const
  // Made at the first request: then every route is registered.
  let text: string | undefined
  let page: string | undefined
  let index: string | undefined
  const manual = new Manual()
  const servers = serversOf(config)
  const document = () => openApiDocument(routes.all, { info: INFO, servers, externalDocs: MANUAL })
  const manualAnswer = (context: HttpContext, name: string): Response => {
    const wantsMarkdown = name.endsWith('.md')
    const own = wantsMarkdown ? name.slice(0, -'.md'.length) : name
    const markdown = manual.markdown(own)
    if (markdown === undefined)
      throw new AppError('not_found', 'The manual has no such page: /docs lists them')
    // Its own address is Markdown for everything that is no browser.
    if (wantsMarkdown || !wantsPage(context.request)) return markdownAnswer(markdown)
    return pageAnswer(manual.html(own, addressOf(context, origins)) ?? '')
  }
  return new Elysia({ name: 'features/system/docs' })
    .use(guards)
    .get(
      '/openapi.json',
      () => {
        text ??= JSON.stringify(document())
        return new Response(text, { headers: { 'content-type': 'application/json' } })
      },
      options,
    )
    .get(
      '/docs',
      ({ context }) => pageAnswer(manual.html('index', addressOf(context, origins)) ?? ''),
      options,
    )
    .get(
      API_PATH,
      ({ context }) => {
        page ??= apiPage(document())
        return pageAnswer(page.replaceAll(ORIGIN, escapeHTML(addressOf(context, origins))))
      },
      options,
    )
    .get(
      '/docs/search.json',
      () => {
        index ??= JSON.stringify([...manual.entries, ...apiEntries(document())])
        return new Response(index, {
          headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
        })
      },
      options,
    )
    .get('/docs/docs.js', file('docs.js'), options)
    .get('/docs/search.js', file('search.js'), options)
    .get('/docs/docs.css', file('docs.css'), options)
    .get('/docs/:name', ({ context, params }) => manualAnswer(context, params.name), options)
    .get(
      '/llms.txt',
      ({ context }) => markdownAnswer(manual.llmsText(addressOf(context, origins))),
      options,
    )
}

function pageAnswer(page: string): Response {
  const headers = { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8', vary: 'accept' }
  return new Response(page, { headers })
}

function markdownAnswer(text: string): Response {
  const headers = { 'content-type': 'text/markdown; charset=utf-8', vary: 'accept' }
  return new Response(text, { headers })
}

const INFO = {
  title: 'Hearth',
  version: VERSION,
  summary: 'The AI of one machine, for every program on its owner’s network.',
  description:
    'Every error is JSON with `detail`, a sentence for people, and `code`, a word for programs; below `/v1` and `/api/code/v1` with OpenAI’s `error` object as well. The header `Link` of an error, with `rel="help"`, leads to its explanation in the manual. A browser that follows a link gets errors as pages. Every answer has an `X-Request-Id`.',
  license: { name: 'MIT', identifier: 'MIT' },
}

const MANUAL = { description: 'The manual', url: '/docs' }

/** The address that serves the document, then the public ones. */
function serversOf({ base_url, alt_base_url }: OriginSettings): object[] {
  const urls = [base_url, alt_base_url].filter((url) => url !== undefined)
  return [
    { url: '/', description: 'The address that serves this description' },
    ...urls.map((url) => ({ url: new URL(url).origin, description: 'A public address' })),
  ]
}
