import { type Html, html } from '../../http/reply/html.ts'
import { ORIGIN } from './docs-curl.ts'
import { inline } from './docs-schema.ts'
import { describedStatuses } from './openapi-errors.ts'
import { SECURITY_SCHEMES } from './openapi-security.ts'

/** What a reader needs before the first route: a request, the credentials, the errors. */
export function introduction(): Html {
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
