/** Text that is safe to stand in a page. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = string | number | Html | readonly Html[] | undefined

/** A piece of a page; what is put in is escaped, unless it is a piece itself. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? written(values[index]) : ''))
      .join(''),
  )
}

function written(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return Bun.escapeHTML(String(value))
}

/** No script at all, styles and pictures of ours only, in nobody's frame. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With `no-referrer` a browser says `Origin: null` when it sends our own forms, and they are refused.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

export interface Page {
  title: string
  body: Html
  status?: number
  /** Seconds after which the page looks again. */
  refreshSeconds?: number
  cookies?: readonly string[]
}

/** A whole page in the one style of them all. */
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

/** Sends a browser on; the new request is a GET. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = {
    location,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
  return withCookies(new Response(null, { status: 303, headers }), cookies)
}

/** Whether the caller is a browser that wants to show a page, and not a script that wants JSON. */
export function wantsPage({ headers }: Request): boolean {
  return (headers.get('accept') ?? '').includes('text/html')
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
