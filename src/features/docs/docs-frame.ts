import { type Html, html } from '../../http/reply/html.ts'
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
