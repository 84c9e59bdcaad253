import { join } from 'node:path'
import { escapeHTML } from 'bun'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { Html, htmlPage } from '../../http/reply/html.ts'
import { wantsPage } from '../../http/reply/wants-page.ts'
import type { OriginSettings, Origins } from '../../http/server/origins.ts'
import type { RouteTable } from '../../http/server/route-table.ts'
import { VERSION } from '../../platform/version.ts'
import { addressOf } from './client.ts'
import { ORIGIN } from './docs-curl.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi-document.ts'

const PUBLIC = join(import.meta.dir, '../../../public/docs')

/** The page runs its own scripts only, and sends to this service only. */
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

/** GET /openapi.json, /docs and /docs/limits. @param routes All routes of the service */
export function docsRoutes({ guards, config, origins }: DocsServices, routes: RouteTable) {
  const file = (name: string) => () =>
    new Response(Bun.file(join(PUBLIC, name)), { headers: PAGE_HEADERS })
  const options = { open: true, detail: { hide: true } } as const
  // Made at the first request: then every route is registered.
  let text: string | undefined
  let page: string | undefined
  const servers = serversOf(config)
  const document = () =>
    openApiDocument(routes.all, { info: INFO, servers, externalDocs: LIMITS_PAGE })
  return new Elysia({ name: 'surfaces/system/docs' })
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
      ({ request }) => {
        page ??= docsPage(document())
        const address = escapeHTML(addressOf(request, origins))
        const headers = { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' }
        return new Response(page.replaceAll(ORIGIN, address), { headers })
      },
      options,
    )
    .get('/docs/limits', ({ request }) => limits(request), options)
    .get('/docs/docs.js', file('docs.js'), options)
    .get('/docs/docs.css', file('docs.css'), options)
}

/** The page of all bounds: HTML for browsers, Markdown for other clients. */
async function limits(request: Request): Promise<Response> {
  const text = await Bun.file(join(PUBLIC, 'limits.md')).text()
  if (!wantsPage(request)) {
    const headers = { 'content-type': 'text/markdown; charset=utf-8', vary: 'accept' }
    return new Response(text, { headers })
  }
  const [heading = '', ...rest] = text.split('\n')
  return htmlPage({
    title: heading.replace('# ', ''),
    body: new Html(Bun.markdown.html(rest.join('\n'))),
  })
}

const INFO = {
  title: 'Hearth',
  version: VERSION,
  summary: 'The AI of one machine, for every program of its owner’s network.',
  description:
    'Every error is JSON with `detail`, a sentence for people, and `code`, a word for programs; below `/v1` and `/api/code/v1` with OpenAI’s `error` object as well. A browser that follows a link gets errors as pages. Every answer has an `X-Request-Id`.',
  license: { name: 'MIT', identifier: 'MIT' },
}

const LIMITS_PAGE = { description: 'Every bound, time, retention and price', url: '/docs/limits' }

/** The address that serves the document, then the public ones. */
function serversOf({ base_url, alt_base_url }: OriginSettings): object[] {
  const urls = [base_url, alt_base_url].filter((url) => url !== undefined)
  return [
    { url: '/', description: 'The address that serves this description' },
    ...urls.map((url) => ({ url: new URL(url).origin, description: 'A public address' })),
  ]
}
