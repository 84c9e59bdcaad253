import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, LANGUAGES, type Language } from '../../platform/languages.ts'

const PUBLIC = join(import.meta.dir, '../../../public')

/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = string | number | Html | readonly Html[] | undefined

/** A piece of a page; every value is escaped, unless it is a piece itself. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? escaped(values[index]) : ''))
      .join(''),
  )
}

function escaped(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return Bun.escapeHTML(String(value))
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With `no-referrer` a browser says `Origin: null` when it sends our own forms, and they are
  // refused.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

/** No scripts unless the page has its own, images of this origin only, and no framing. */
function contentSecurityPolicy(styleSource: string, hasScript: boolean): string {
  const script = hasScript ? " script-src 'self'; connect-src 'self';" : ''
  return `default-src 'none';${script} style-src ${styleSource}; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
}

export interface Page {
  /** By default that of the manual. */
  language?: Language
  title: string
  body: Html
  status?: number
  /** Seconds after which the page loads itself again. */
  refreshSeconds?: number
  /** An address that the page leads to by itself, once it is shown. */
  refreshTo?: string
  cookies?: readonly string[]
  /** Path of a script of the service; most pages have none. */
  script?: string
  /** Whether the page holds its style itself, because its host serves nothing else. */
  standalone?: boolean
}

/** A whole page with the common layout. */
export function htmlPage({
  language = LANGUAGES[0],
  title,
  body,
  status = 200,
  refreshSeconds,
  refreshTo,
  cookies = [],
  script,
  standalone = false,
}: Page): Response {
  const { links, brand, styleSource } = standalone ? standaloneHead() : LINKED_HEAD
  const content = refreshTo === undefined ? refreshSeconds : `0;url=${refreshTo}`
  const refresh =
    content === undefined ? undefined : html`<meta http-equiv="refresh" content="${content}">`
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh}
<title>${title} · Hearth</title>
${links}
${script === undefined ? undefined : html`<script src="${script}" type="module"></script>`}
</head>
<body>
<header>${brand}</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  const headers = {
    ...HEADERS,
    'content-security-policy': contentSecurityPolicy(styleSource, script !== undefined),
  }
  return withCookies(new Response(page.text, { status, headers }), cookies)
}

const LINKED_HEAD = {
  links: html`<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">`,
  brand: html`<a href="/app/"><img src="/icon.svg" alt="">Hearth</a>`,
  styleSource: "'self'",
}

let standaloneCache: typeof LINKED_HEAD | undefined

/** Read once: it is for requests that anybody can send. */
function standaloneHead(): typeof LINKED_HEAD {
  if (standaloneCache !== undefined) return standaloneCache
  const style = readFileSync(join(PUBLIC, 'style.css'), 'utf8')
  const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(PUBLIC, 'icon.svg'), 'utf8'))}`
  standaloneCache = {
    links: html`<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>`,
    brand: html`<span><img src="${icon}" alt="">Hearth</span>`,
    styleSource: `'sha256-${new Bun.CryptoHasher('sha256').update(style).digest('base64')}'`,
  }
  return standaloneCache
}

/** Redirects a browser; its next request is a GET. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = {
    location,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
  return withCookies(new Response(null, { status: 303, headers }), cookies)
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * Whether the answer is shown by a browser as a page. Scripts and programs get JSON, also those of a
 * page: browsers add `Sec-Fetch-Mode` on https and loopback, and no script can set it.
 */
export function wantsPage({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  const accept = headers.get('accept')
  if (accept === null || !accept.includes('text/html')) return false
  return weightOf(accept, 'text/html') > weightOf(accept, 'application/json')
}

/** Paths that programs look up, some as a browser would: a page there is taken for metadata. RFC 8615 */
const FOR_PROGRAMS = /^https?:\/\/[^/]+\/\.well-known\//

/**
 * The same for an error on a path whose answers are JSON: only of a request that a browser sends by
 * following a link or a typed address.
 */
export function wantsErrorPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && wantsPage(request) && !FOR_PROGRAMS.test(request.url)
}

/** How much a media type that `Accept` names is preferred, 0 to 1. RFC 9110, 12.5.1 */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0
  }
  return 0
}
