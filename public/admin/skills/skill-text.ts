import { m } from './messages/en.ts'

/** What a value is, in the words of the form, with its JSON Schema. */
export const KINDS = {
  text: { label: m.kinds.text, schema: { type: 'string' } },
  number: { label: m.kinds.number, schema: { type: 'number' } },
  flag: { label: m.kinds.flag, schema: { type: 'boolean' } },
  texts: { label: m.kinds.texts, schema: { type: 'array', items: { type: 'string' } } },
} as const
export type Kind = keyof typeof KINDS

/** A value that a task asks for, or answers with. */
export interface SkillField {
  name: string
  kind: Kind
  about: string
}

export interface SkillParts {
  name: string
  description: string
  instruction: string
  /** What is asked beside the text. */
  options: readonly SkillField[]
  /** What the answer consists of; none for a text. */
  result: readonly SkillField[]
}

const NAME = /[^a-z0-9_]+/g

/** The SKILL.md of what stands in the form. Its schemas are JSON, which YAML takes as it is. */
export function skillText({ name, description, instruction, options, result }: SkillParts): string {
  const lines = [
    `name: ${name || 'my_task'}`,
    `description: ${JSON.stringify(description.trim() || 'Says in one sentence what the task does')}`,
    ...schemaLine('options', options),
    ...schemaLine('result', result),
  ]
  const text = instruction.trim() || 'Do this with the text below.'
  return `---\n${lines.join('\n')}\n---\n${text}\n\n{{input}}\n`
}

function schemaLine(name: string, fields: readonly SkillField[]): string[] {
  const named = fields
    .map((field) => ({ ...field, name: fieldName(field.name) }))
    .filter((field) => field.name !== '')
  if (named.length === 0) return []
  const properties = Object.fromEntries(
    named.map((field) => {
      const { schema } = KINDS[field.kind]
      const about = field.about.trim()
      return [field.name, about === '' ? schema : { description: about, ...schema }]
    }),
  )
  const required = [...new Set(named.map((field) => field.name))]
  const schema = { type: 'object', additionalProperties: false, required, properties }
  return [`${name}: ${JSON.stringify(schema)}`]
}

/** As a program names it: `due_date` of "Due date". */
function fieldName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(NAME, '_')
    .replace(/^_+|_+$/g, '')
}

/** A field as one text, as drafts keep it. */
export function packField({ name, kind, about }: SkillField): string {
  return [kind, name, about].join('\n')
}

export function unpackField(text: string): SkillField {
  const [kind = '', name = '', about = ''] = text.split('\n')
  return { name, about, kind: kind in KINDS ? (kind as Kind) : 'text' }
}
