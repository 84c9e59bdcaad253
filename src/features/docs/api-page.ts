import { type Html, html } from '../../http/reply/html.ts'
import { type ApiDocument, type ApiOperation, type ApiSchemas, resolved } from './api-document.ts'
import { curlExamples, ORIGIN } from './docs-curl.ts'
import { API_PATH, docsFrame } from './docs-frame.ts'
import { fieldTable, inline, prose, readableJson, schemaTable, typeWords } from './docs-schema.ts'
import type { SearchEntry } from './manual.ts'
import { describedStatuses } from './openapi-errors.ts'
import { SECURITY_SCHEMES } from './openapi-security.ts'

/**
 * The API description as a page, which needs no script. {@link ORIGIN} stands for the address of
 * the service.
 */
export function apiPage(document: ApiDocument): string {
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
export function apiEntries(document: ApiDocument): SearchEntry[] {
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
