import { type Html, html } from '../../http/reply/html.ts'
import { type ApiDocument, type ApiOperation, type ApiSchemas, resolved } from './api-document.ts'
import { curlExamples } from './docs-curl.ts'
import { introduction } from './docs-introduction.ts'
import { fieldTable, inline, prose, readableJson, schemaTable, typeWords } from './docs-schema.ts'

/**
 * The API description as a page, which needs no script. {@link ORIGIN} stands for the address of
 * the service.
 */
export function docsPage(document: ApiDocument): string {
  const { components } = document
  const groups = groupsOf(document)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Hearth</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body class="docs">
<a class="skip" href="#content">To the text</a>
<header><a class="brand" href="/"><img src="/icon.svg" alt="">Hearth</a><form id="tools"></form></header>
<nav aria-label="Contents"><ul>
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
</ul></nav>
<main id="content">
<h1>The API of this service</h1>
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
  .map((name) => schemaArticle(name, components.schemas))}</section>
</main>
</body>
</html>
`
  return page.text
}

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
