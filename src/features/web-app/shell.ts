import { type Html, html } from '../../http/reply/html.ts'
import { shellMessages } from '../../http/reply/page-messages.ts'
import { directionOf, type Language } from '../../platform/languages.ts'
import { type Application, type ApplicationFiles, START_PAGES } from './build.ts'
import { FIRST_CALLS, type FirstAnswers } from './first-calls.ts'
import type { InstallFiles } from './install-files.ts'
import { drawMessages, type LatestMessages } from './latest-messages.ts'

/** Who looks at a page. */
export interface ShellUser {
  id: string
  name: string
  isAdmin: boolean
  /** Whether one of their browsers gets notifications. */
  isNotified: boolean
}

/** What a document shows or has, beside the frame of its page. */
export interface FirstShown {
  /** The end of the conversation that is open. */
  latest?: LatestMessages | undefined
  answers?: Promise<FirstAnswers> | undefined
}

/** Styles of the frames, and the paths of the start pages. */
const FRAMES: Readonly<Record<Application, readonly [style: string, base: string]>> = {
  app: ['frame', '/app/'],
  admin: ['frame named', '/admin/'],
}

/** `--ground` of the design, for what the system draws around the page. */
const THEME_COLORS = [
  ['light', '#faf7f3'],
  ['dark', '#17130f'],
] as const

/**
 * The page may load its own files and call its own service, and nothing else. Scripts put text into
 * the document as text only.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Lets the address of the service worker through, and nothing else.
  'trusted-types hearth',
].join('; ')

/** Made once: a record would be read anew for each page. */
const HEADERS = new Headers({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  // The same path answers a script with JSON.
  vary: 'accept, sec-fetch-mode',
})

/** A document before and after what differs by its reader. */
type Parts = readonly [before: string, after: string]

/** Stands for what differs by the conversation that is open. */
const MARK = '\uf8ff'

/** The documents in which an application draws itself: one for each of its pages. */
export class Shell {
  /** By the path of the page; for what is open in a page or asked of it, by its folder and a slash. */
  readonly #pages = new Map<string, Parts>()
  /** The document of an open conversation, before and after its title and its messages. */
  #conversation: readonly string[] = []
  readonly #untitled: string

  constructor(
    application: Application,
    files: ApplicationFiles,
    install: InstallFiles,
    language: Language,
  ) {
    const m = shellMessages(language)
    const bar = html`<header class="bar"><h1>${m[application]}</h1></header>`
    const frame = emptyFrame(application, m, bar)
    const start = application === 'app' ? emptyFrame(application, m, newChat(m)) : frame
    this.#untitled = m[application]
    for (const [folder, preload] of files.pages) {
      const isChat = application === 'app' && folder === START_PAGES.app
      const parts = (shown: Html, calls: readonly string[] = []) =>
        documentParts(m[application], shown, files, install, language, {
          preload,
          calls,
          hasFormats: !isChat,
        })
      const calls = (path: string) => FIRST_CALLS[application][path]?.preloaded
      if (folder === START_PAGES[application]) {
        this.#pages.set('', parts(start, calls('')))
        this.#pages.set('/', parts(frame))
        const [before, after] = parts(emptyFrame(application, m, openConversation(MARK, MARK)))
        this.#conversation = [...before.split(MARK), after]
      }
      this.#pages.set(folder, parts(frame, calls(folder)))
      this.#pages.set(`${folder}/`, parts(frame))
    }
    if (!this.#pages.has(''))
      throw new Error(`The web app was built without the page ${START_PAGES[application]}`)
  }

  /**
   * @param path Of the page, below that of the application, with its query; its first part names its folder
   * @param shown What is open there, and what its script asks first
   */
  page(path: string, user: ShellUser, { latest, answers }: FirstShown = {}): Response {
    if (latest !== undefined) {
      const [start, between, before, after] = this.#conversation
      const { text: title } = html`${latest.title || this.#untitled}`
      const { text: messages } = drawMessages(latest)
      const shown = `${start}${title}${between}${messages}${before}`
      return new Response(`${shown}${jsonInPage(user)}${after}`, { headers: HEADERS })
    }
    const [folder = ''] = path.split(/[/?]/, 1)
    const parts = this.#pages.get(path) ?? this.#pages.get(`${folder}/`) ?? this.#pages.get('/')
    const [before, after] = parts ?? ['', '']
    if (answers === undefined)
      return new Response(before + jsonInPage(user) + after, { headers: HEADERS })
    const end = answers.then((texts) => bootText(user, texts) + after)
    return new Response(inPieces(before, end), { headers: HEADERS })
  }
}

/**
 * The document of what a link shares, the same for everyone: what stands behind the `#` of its address
 * stays in the browser, and no other site learns that address.
 */
export class SharedPage {
  readonly #html: string
  readonly #headers = new Headers(HEADERS)

  constructor(files: ApplicationFiles, install: InstallFiles, language: Language) {
    const { shared: title } = shellMessages(language)
    const frame = html`<main class="shared-page"><h1>${title}</h1></main>`
    const parts = documentParts(title, frame, files, install, language, {})
    this.#html = parts.join('{}')
    this.#headers.set('referrer-policy', 'no-referrer')
    this.#headers.set('x-robots-tag', 'noindex, nofollow')
  }

  response(): Response {
    return new Response(this.#html, { headers: this.#headers })
  }
}

/** What a page needs soon. */
interface Soon {
  /** Scripts. */
  preload?: readonly string[]
  /** What it asks the service. */
  calls?: readonly string[]
  /** Whether its first content has dates or numbers as the language writes them. */
  hasFormats?: boolean
}

function documentParts(
  title: string,
  frame: Html,
  { script, style, theme }: ApplicationFiles,
  { manifest, touchIcon }: InstallFiles,
  language: Language,
  { preload = [], calls = [], hasFormats = false }: Soon,
): Parts {
  const before = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
${THEME_COLORS.map(([theme, color]) => html`<meta name="theme-color" content="${color}" data-theme="${theme}" media="(prefers-color-scheme: ${theme})">\n`)}<title>${title}</title>
<script src="${theme}"${hasFormats ? html` data-formats` : html``}></script>
<link rel="stylesheet" href="${style}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${touchIcon}">
<link rel="manifest" href="${manifest}">
<script type="module" src="${script}"></script>
${preload.map((path) => html`<link rel="modulepreload" href="${path}">`)}
${calls.map((path) => html`<link rel="preload" as="fetch" crossorigin href="${path}">`)}
</head>
<body>
<div id="root">${frame}</div>
<noscript><p>${shellMessages(language).noScript(html`<a href="/docs">/docs</a>`)}</p></noscript>
<script type="application/json" id="boot">`
  return [before.text, '</script>\n</body>\n</html>\n']
}

/**
 * The frame without its links, painted before the script has come; the script draws over it. With the
 * rail of a wide screen, or the content and the empty tabs of a phone.
 */
function emptyFrame(
  application: Application,
  m: ReturnType<typeof shellMessages>,
  content: Html,
): Html {
  const [style, base] = FRAMES[application]
  return html`<div class="${style}"><nav class="rail" aria-label="${m.pages}"><a class="brand" href="${base}" aria-label="${m.startPage}"><img src="/icon.svg" alt=""></a></nav><div class="content start">${content}</div><div class="tabs"><span class="item"></span></div></div>`
}

/** Has the place of the button that opens the list of conversations. */
const LIST_BUTTON = html`<span class="button icon only-phone"></span>`

/** The words of a new chat where the script draws them: most of what is to be read first. */
function newChat(m: ReturnType<typeof shellMessages>): Html {
  return html`<header class="bar">${LIST_BUTTON}<h1>${m.app}</h1></header><main class="message-list"><div class="welcome"><h2>${m.welcome}</h2><p class="quiet">${m.welcomeText}</p></div></main>`
}

/** A conversation, with the place of the box where messages are written. */
function openConversation(title: string, messages: string): Html {
  return html`<div class="chat"><main class="conversation early"><header class="bar">${LIST_BUTTON}<h1 dir="auto">${title}</h1></header>${messages}<div class="compose"><div class="box"></div></div></main></div>`
}

/** JSON that cannot end its own element. */
function jsonInPage(value: object): string {
  return textInPage(JSON.stringify(value))
}

function bootText(user: ShellUser, answers: FirstAnswers): string {
  const texts = [...answers].map(([call, text]) => `${JSON.stringify(call)}:${text}`)
  return textInPage(`${JSON.stringify(user).slice(0, -1)},"answers":{${texts.join()}}}`)
}

/** The browser loads what the start names, and paints it, before the end is there. */
async function* inPieces(start: string, end: Promise<string>): AsyncGenerator<string> {
  yield start
  yield await end
}

function textInPage(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
