import { type Html, html } from '../../http/reply/html.ts'
import type { ApiDocument, ApiSchemas } from './api-document.ts'
import { introduction } from './docs-introduction.ts'
import { operationArticle } from './docs-operation.ts'
import { prose, schemaTable, typeWords } from './docs-schema.ts'

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

function schemaArticle(name: string, schemas: ApiSchemas): Html {
  const { [name]: schema = {} } = schemas
  const content = schemaTable(schema, schemas) ?? html`<p>${typeWords(schema)}</p>`
  return html`<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${prose(schema['description'])}${content}</article>
`
}
