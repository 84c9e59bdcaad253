import { join } from 'node:path'
import { escapeHTML } from 'bun'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { type Html, html, wantsPage } from '../../http/reply/html.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import type { OriginSettings, Origins } from '../../http/server/origins.ts'
import type { RouteTable } from '../../http/server/route-table.ts'
import { AppError } from '../../platform/errors.ts'
import { VERSION } from '../../platform/version.ts'
import { addressOf } from '../system/client-routes.ts'
import { type ApiDocument, type ApiOperation, type ApiSchemas, resolved } from './api-document.ts'
import {
  curlExamples,
  fieldTable,
  inline,
  ORIGIN,
  prose,
  readableJson,
  schemaTable,
  typeWords,
} from './docs-curl.ts'
import { API_PATH, docsFrame, Manual, type SearchEntry } from './manual.ts'
import { openApiDocument } from './openapi-document.ts'
import { describedStatuses, SECURITY_SCHEMES } from './openapi-errors.ts'

/**
 * The API description as a page, which needs no script. {@link ORIGIN} stands for the address of
 * the service.
 */
function apiPage(document: ApiDocument): string {
  const { components } = document
  const groups = groupsOf(document)
  const contents = html`<ul>
<li><a href="#start">First request</a></li>
<li><a href="#credentials">Credentials</a></li>
<li><a href="#errors">Errors</a></li>
${groups.map(
  ({ id, name, entries }) => html`<li><a href="#${id}">${name}</a><ul>
${entries.map(
  ({ method, path, operation }) =>
    html`<li><a href="#${operation.operationId}"><span class="method">${method}</span> ${path}</a></li>
`,
)}</ul></li>
`,
)}<li><a href="#schemas">Schemas</a></li>
</ul>`
  const body = html`<h1>The API of this service</h1>
${introduction()}
${groups.map(
  ({ id, name, description, entries }) => html`<section id="${id}"><h2>${name}</h2>
${prose(description)}
${entries.map(({ method, path, operation }) => operationArticle(method, path, operation, components))}</section>
`,
)}
<section id="schemas"><h2>Schemas</h2>
${Object.keys(components.schemas)
  .sort()
  .map((name) => schemaArticle(name, components.schemas))}</section>`
  return docsFrame({ title: 'API', kind: 'api', contents, body }).text
}

/** What the search finds of the API. */
function apiEntries(document: ApiDocument): SearchEntry[] {
  return groupsOf(document).flatMap(({ name, entries }) =>
    entries.map(({ method, path, operation }) => ({
      page: `API: ${name}`,
      title: `${method} ${path}`,
      url: `${API_PATH}#${operation.operationId}`,
      text: `${operation.summary}. ${operation.description}`,
    })),
  )
}

/** What a reader needs before the first route: a request, the credentials, the errors. */
function introduction(): Html {
  return html`<section id="start"><h2>First request</h2>
<p>The examples run in a shell as they stand, once <code>KEY</code> is set. Other words with a dollar sign, such as <code>$ID</code>, are yours to set as well.</p>
<pre tabindex="0"><code>export KEY=…   # the Primary Key, or a key that the owner has made for you</code></pre>
<figure class="curl"><figcaption>Ask a question</figcaption><pre tabindex="0"><code>${HELLO}</code></pre></figure>
<p>Every client of OpenAI’s API works with the base URL <code>${ORIGIN}/v1</code> and the same key:</p>
<figure><figcaption>JavaScript, with the package <code>openai</code></figcaption><pre tabindex="0"><code>${JAVASCRIPT}</code></pre></figure>
<figure><figcaption>Python, with the package <code>openai</code></figcaption><pre tabindex="0"><code>${PYTHON}</code></pre></figure>
<p>The same description for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). <a href="/docs/limits">Every bound, time and price</a>.</p>
</section>
<section id="credentials"><h2>Credentials</h2>
<dl>${Object.entries(SECURITY_SCHEMES).map(
    ([name, { description }]) => html`<dt>${name}</dt><dd>${inline(description)}</dd>
`,
  )}</dl>
</section>
<section id="errors"><h2>Errors</h2>
<p>Every error is JSON with <code>detail</code>, a sentence for people, and <code>code</code>, a word for programs. Below <code>/v1</code> and <code>/api/code/v1</code> it has OpenAI’s <code>error</code> object as well. A browser that follows a link gets a page. Unknown fields of a body are ignored, but one whose name is almost that of a field that is left out is refused with 422, as it would not do what it asks for; clients of OpenAI, Anthropic and Ollama may send any.</p>
<div class="wide"><table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${describedStatuses().map(
  ([
    status,
    words,
  ]) => html`<tr id="error-${status}"><th scope="row">${status}</th><td>${inline(words)}</td></tr>
`,
)}</tbody></table></div>
</section>`
}

const HELLO = `curl ${ORIGIN}/v1/chat/completions \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "auto", "messages": [{"role": "user", "content": "Hello"}]}'`

const JAVASCRIPT = `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${ORIGIN}/v1', apiKey: process.env.KEY })
const stream = await client.chat.completions.create({
  model: 'auto',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
})
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '')`

const PYTHON = `import os
from openai import OpenAI

client = OpenAI(base_url="${ORIGIN}/v1", api_key=os.environ["KEY"])
answer = client.chat.completions.create(
    model="auto", messages=[{"role": "user", "content": "Hello"}]
)
print(answer.choices[0].message.content)`

function groupsOf({ tags, paths }: ApiDocument) {
  const entries = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return tags.map(({ name, description }) => ({
    id: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    name,
    description,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

/** All about one route. */
function operationArticle(
  method: string,
  path: string,
  operation: ApiOperation,
  components: ApiDocument['components'],
): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation
  // For the form that sends requests.
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const examples = curlExamples(method, path, operation)
  const [body] = Object.values(requestBody?.content ?? {})
  const bodyTable = body && schemaTable(body.schema, components.schemas)
  const bodyTypes = Object.keys(requestBody?.content ?? {}).join(' or ')
  return html`<article id="${operationId}" data-method="${method}" data-path="${path}" data-query="${query.join(' ')}">
<h3><a href="#${operationId}"><span class="method">${method}</span> <code>${path}</code></a></h3>
<p class="summary">${inline(summary)}</p>
${prose(description)}
${examples.map(
  (
    example,
  ) => html`<figure class="curl"><figcaption>${inline(example.summary)}</figcaption><pre tabindex="0"><code>${example.command}</code></pre></figure>
`,
)}
${details('Parameters', parameterTable(parameters))}
${details(`Body: ${bodyTypes}`, bodyTable)}
${answers(operation, components)}
${errorLinks(operation, components)}
</article>
`
}

function details(title: string, content: Html | undefined): Html {
  if (content === undefined) return html``
  return html`<details><summary>${inline(title)}</summary>${content}</details>`
}

function parameterTable(parameters: NonNullable<ApiOperation['parameters']>): Html | undefined {
  return fieldTable(
    parameters.map(({ name, in: place, required, description, schema }) => {
      const words = [`In the ${place}`, description].filter((one) => one !== undefined).join('. ')
      return { name, required, schema: { ...schema, description: words } }
    }),
  )
}

function answers({ responses }: ApiOperation, { schemas }: ApiDocument['components']): Html[] {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return good.map(([status, { description = '', content = {} }]) => {
    const media = Object.entries(content).map(([type, { schema, example }]) => {
      const sample =
        example === undefined
          ? undefined
          : html`<pre tabindex="0"><code>${readableJson(example)}</code></pre>`
      const table = '$ref' in schema ? undefined : schemaTable(schema, schemas)
      return html`<p><code>${type}</code>: ${typeWords(schema)}</p>${sample}${table}`
    })
    return details(`Answer ${status}: ${description}`, html`${media}`)
  })
}

/** Errors are the same on many routes, so that they are explained once. */
function errorLinks({ responses }: ApiOperation, components: ApiDocument['components']): Html {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return html`<p class="errors">Errors: ${errors.map(([status, answer]) => {
    const [words] = resolved(answer, components.responses)?.description?.split('. `code`') ?? []
    return html`<a href="#error-${status}" title="${words}">${status}</a> `
  })}</p>`
}

function schemaArticle(name: string, schemas: ApiSchemas): Html {
  const { [name]: schema = {} } = schemas
  const content = schemaTable(schema, schemas) ?? html`<p>${typeWords(schema)}</p>`
  return html`<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${prose(schema['description'])}${content}</article>
`
}

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
