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

/** No scripts, styles and images of this origin only, and no framing. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With `no-referrer` a browser says `Origin: null` when it sends our own forms, and they are
  // refused.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

export interface Page {
  title: string
  body: Html
  status?: number
  /** Seconds after which the page loads itself again. */
  refreshSeconds?: number
  cookies?: readonly string[]
}

/** A whole page with the common layout. */
export function htmlPage({
  title,
  body,
  status = 200,
  refreshSeconds,
  cookies = [],
}: Page): Response {
  const refresh =
    refreshSeconds === undefined
      ? undefined
      : html`<meta http-equiv="refresh" content="${refreshSeconds}">`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh}
<title>${title} · Hearth</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/app/"><img src="/icon.svg" alt="">Hearth</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return withCookies(new Response(page.text, { status, headers: HEADERS }), cookies)
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

/** Whether the client accepts a page, as browsers do; scripts get JSON. */
export function wantsPage({ headers }: Request): boolean {
  return (headers.get('accept') ?? '').includes('text/html')
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
