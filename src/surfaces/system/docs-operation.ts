import { type Html, html } from '../../http/reply/html.ts'
import { type ApiDocument, type ApiOperation, resolved } from './api-document.ts'
import { curlExamples } from './docs-curl.ts'
import { fieldTable, inline, prose, readableJson, schemaTable, typeWords } from './docs-schema.ts'

/** All about one route. */
export function operationArticle(
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
