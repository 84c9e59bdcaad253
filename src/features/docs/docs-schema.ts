import { Html, html } from '../../http/reply/html.ts'
import { type ApiSchema, type ApiSchemas, componentOf, resolved } from './api-document.ts'

/** A text with words of code between backticks; an empty line begins a paragraph. */
export function prose(text: unknown): Html | undefined {
  if (typeof text !== 'string') return undefined
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>\n`)}`
}

/** The same without paragraphs. */
export function inline(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}

/** A value as JSON. Its innermost lists and objects stand on one line where they are short. */
export function readableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[[{]\n[^[\]{}]{1,76}[\]}]/g, (innermost) =>
    innermost.replace(/\s*\n\s*/g, ' '),
  )
}

interface Field {
  name: string
  schema: ApiSchema
  required: boolean
}

/** The fields of an object as a table; undefined when the schema names none. */
export function schemaTable(schema: ApiSchema, schemas: ApiSchemas): Html | undefined {
  const { properties, required } = resolved(schema, schemas) ?? {}
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries<ApiSchema>(Object(properties))
  return fieldTable(
    fields.map(([name, field]) => ({ name, schema: field, required: needed.includes(name) })),
  )
}

/** Marks the required fields, or the optional ones where they are fewer. */
export function fieldTable(fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined
  const needed = fields.filter(({ required }) => required)
  const isRequiredMarked = needed.length * 2 < fields.length
  const mark = html` <b>${isRequiredMarked ? 'required' : 'optional'}</b>`
  return html`<div class="wide"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${fields.map(({ name, schema, required }) => {
  const isOld = schema['deprecated'] === true
  return html`<tr><th scope="row"><code>${name}</code>${required === isRequiredMarked ? mark : undefined}${isOld ? html` <i>deprecated</i>` : undefined}</th><td>${typeWords(schema)}</td><td>${prose(schema['description'])}${boundWords(schema)}</td></tr>
`
})}</tbody></table></div>`
}

/** The type of a value in words, with links to the schemas that it names. */
export function typeWords(schema: ApiSchema): Html {
  const { $ref, anyOf, enum: values, const: value, type, items } = schema
  if (typeof $ref === 'string') {
    const name = componentOf($ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(anyOf)) return alternatives(anyOf.map(typeWords))
  if (Array.isArray(values)) return alternatives(values.map(codeOf))
  if (value !== undefined) return codeOf(value)
  if (type === 'array') return html`list of ${typeWords(Object(items))}`
  const fields = Object.entries<ApiSchema>(Object(schema['properties']))
  if (fields.length === 0)
    return html`${Array.isArray(type) ? type.join(' or ') : String(type ?? 'any JSON')}`
  const words = fields.map(([name, field]) =>
    field['const'] === undefined ? name : `${name}: ${JSON.stringify(field['const'])}`,
  )
  return html`<code>{ ${words.join(', ')} }</code>`
}

function alternatives(words: readonly Html[]): Html {
  return new Html(words.map(({ text }) => text).join(' or '))
}

function codeOf(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`
}

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default']

function boundWords(schema: ApiSchema): Html | undefined {
  const bounds = BOUNDS.filter((key) => schema[key] !== undefined)
  if (bounds.length === 0) return undefined
  const words = bounds.map((key) => `${key} ${JSON.stringify(schema[key])}`)
  return html`<small>${words.join(', ')}</small>`
}
