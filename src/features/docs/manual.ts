import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Html, html } from '../../http/reply/html.ts'
import { VERSION } from '../../platform/version.ts'

export const API_PATH = '/docs/api'

interface DocsFrame {
  title: string
  /** Whether the page is of the manual or describes the API; a page of the API is filtered too. */
  kind: 'manual' | 'api'
  /** Links to the parts of the page and of the manual. */
  contents: Html
  body: Html
}

/** A page of the manual or of the API description. */
export function docsFrame({ title, kind, contents, body }: DocsFrame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Hearth</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body class="docs ${kind}">
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/"><img src="/icon.svg" alt="">Hearth</a><span class="places"><a href="/docs">Manual</a><a href="${API_PATH}">API</a><a class="narrow" href="#contents">Contents</a></span><form id="tools" role="search"></form></header>
<nav id="contents" aria-label="Contents">${contents}</nav>
<main id="content">
${body}
<footer>Hearth ${VERSION}</footer>
</main>
</body>
</html>
`
}

const FOLDER = join(import.meta.dir, '../../../public/docs')

/** The pages of the manual by groups, in the order in which a reader needs them. */
export const MANUAL = [
  { group: 'Get started', pages: ['start', 'install', 'models', 'people', 'remote', 'clients'] },
  {
    group: 'Use Hearth',
    pages: [
      'web-app',
      'chat',
      'generate',
      'agent-tasks',
      'workers',
      'speech',
      'transcription',
      'subtitles',
      'video',
      'web-pages',
      'files',
      'knowledge',
      'languages',
    ],
  },
  {
    group: 'Connect programs',
    pages: ['api-guide', 'code-assistants', 'mcp', 'tool-servers', 'canvas'],
  },
  {
    group: 'Run Hearth',
    pages: ['operate', 'backup', 'update', 'machines', 's3', 'security', 'alerts', 'doctor'],
  },
  { group: 'Look it up', pages: ['settings', 'commands', 'errors', 'limits', 'speed', 'glossary'] },
] as const

/** The start page of the manual. */
const HOME = 'index'

const PAGE_NAMES: readonly string[] = [HOME, ...MANUAL.flatMap(({ pages }) => pages)]

/** Address in samples, in place of which a page shows the address under which it was opened. */
const SAMPLE_ORIGIN = 'http://127.0.0.1:8787'

/** A place that the search finds: a page, or a part of it under a heading. */
export interface SearchEntry {
  page: string
  title: string
  url: string
  text: string
}

interface Heading {
  level: number
  id: string
  /** Without markup. */
  title: string
}

interface ManualPage {
  name: string
  title: string
  /** The first paragraph. */
  summary: string
  markdown: string
  /** Everything behind the title. */
  body: string
  headings: readonly Heading[]
  entries: readonly SearchEntry[]
}

/** The pages of `public/docs`, each read at its first use. */
export class Manual {
  readonly #pages = new Map<string, ManualPage>()

  /** @returns The page as its author wrote it; undefined where there is none of this name */
  markdown(name: string): string | undefined {
    return this.#page(name)?.markdown
  }

  /** @param origin Address of the service, for samples */
  html(name: string, origin: string): string | undefined {
    const page = this.#page(name)
    if (page === undefined) return undefined
    const { title, body } = page
    const own = body.replaceAll(/<pre[\s\S]*?<\/pre>/g, (sample) =>
      sample.replaceAll(SAMPLE_ORIGIN, Bun.escapeHTML(origin)),
    )
    const [lead = '', rest = ''] = own.split(/(?<=<\/p>)([\s\S]*)/, 2)
    const source =
      name === HOME
        ? undefined
        : html`<p class="source"><a href="/docs/${name}.md">This page as Markdown</a></p>`
    return docsFrame({
      title,
      kind: 'manual',
      contents: this.#contents(page),
      body: html`<article class="page"><h1>${title}</h1>
${new Html(lead)}${name === HOME ? undefined : onThisPage(page)}${new Html(rest)}${source}</article>`,
    }).text
  }

  /** What the search finds of the manual. */
  get entries(): SearchEntry[] {
    return PAGE_NAMES.flatMap((name) => this.#page(name)?.entries ?? [])
  }

  /** The list of pages for programs. https://llmstxt.org */
  llmsText(origin: string): string {
    const groups = MANUAL.map(({ group, pages }) => {
      const lines = pages.map((name) => {
        const { title, summary } = this.#known(name)
        return `- [${title}](${origin}/docs/${name}.md): ${summary}`
      })
      return `## ${group}\n\n${lines.join('\n')}\n`
    })
    const { title, summary } = this.#known(HOME)
    return `# ${title}

> ${summary}

${groups.join('\n')}
## API

- [openapi.json](${origin}/openapi.json): Every route, with schemas and examples (OpenAPI 3.1)
`
  }

  #contents(shown: ManualPage): Html {
    return html`<ul>${MANUAL.map(
      ({ group, pages }) => html`
<li><span class="group">${group}</span><ul>
${pages.map((name) => {
  const current = name === shown.name ? html` aria-current="page"` : undefined
  return html`<li><a href="/docs/${name}"${current}>${this.#known(name).title}</a></li>
`
})}</ul></li>`,
    )}
</ul>`
  }

  #known(name: string): ManualPage {
    const page = this.#page(name)
    if (page === undefined) throw new Error(`The manual has no page ${name}`)
    return page
  }

  #page(name: string): ManualPage | undefined {
    if (!PAGE_NAMES.includes(name)) return undefined
    let page = this.#pages.get(name)
    if (page === undefined) {
      page = readPage(name, readFileSync(join(FOLDER, `${name}.md`), 'utf8'))
      this.#pages.set(name, page)
    }
    return page
  }
}

function readPage(name: string, markdown: string): ManualPage {
  const [, title = name, rest = ''] = /^# (.*)\n([\s\S]*)$/.exec(markdown) ?? []
  const headings: Heading[] = []
  const body = withHeadings(withLinks(rendered(rest)), headings)
  const url = name === HOME ? '/docs' : `/docs/${name}`
  return {
    name,
    title,
    summary: textOf(/<p>([\s\S]*?)<\/p>/.exec(body)?.[1] ?? ''),
    markdown,
    body,
    headings,
    entries: name === HOME ? [] : entriesOf({ title, url, body }),
  }
}

function rendered(markdown: string): string {
  return Bun.markdown
    .html(markdown, { noHtmlBlocks: true, noHtmlSpans: true })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** Links between the files lead to the pages. */
function withLinks(body: string): string {
  return body.replaceAll(/href="([\w-]+)\.md(#[^"]*)?"/g, (_, name: string, part = '') =>
    name === HOME ? `href="/docs${part}"` : `href="/docs/${name}${part}"`,
  )
}

/** Gives each heading an id, as GitHub does, and a link to itself. */
function withHeadings(body: string, headings: Heading[]): string {
  return body.replaceAll(/<h([2-6])>([\s\S]*?)<\/h\1>/g, (_, level: string, content: string) => {
    const title = textOf(content)
    const own = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const earlier = headings.filter(({ id }) => id === own || id.startsWith(`${own}-`)).length
    const id = headings.some((one) => one.id === own) ? `${own}-${earlier}` : own
    headings.push({ level: Number(level), id, title })
    return `<h${level} id="${id}"><a href="#${id}">${content}</a></h${level}>`
  })
}

/** The larger parts of a page that has several. */
function onThisPage({ headings }: ManualPage): Html | undefined {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length < 3) return undefined
  return html`<ul class="parts" aria-label="On this page">${parts.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul>
`
}

function entriesOf({ title, url, body }: { title: string; url: string; body: string }) {
  const [start = '', ...parts] = body.split(/(?=<h[23] id=)/)
  const first: SearchEntry = { page: title, title, url, text: textOf(start) }
  return [
    first,
    ...parts.map((part): SearchEntry => {
      const [, id = '', heading = ''] = /^<h\d id="([^"]*)">([\s\S]*?)<\/h\d>/.exec(part) ?? []
      return { page: title, title: textOf(heading), url: `${url}#${id}`, text: textOf(part) }
    }),
  ]
}

/** The words of a piece of a page. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:)])/g, '')
    .replaceAll('( ', '(')
    .trim()
}
