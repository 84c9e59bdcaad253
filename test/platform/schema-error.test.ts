import { expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import { ChatInput } from '../../src/features/chat/chat.ts'
import { firstError } from '../../src/platform/check.ts'
import { errorSentence, misspelledField } from '../../src/platform/schema-error.ts'

const SECRET = 'sk-abcdefghijklmnop1234'
const ROLES = 'one of system, developer, user, assistant, tool, function'

function said(schema: TSchema, value: unknown): string {
  return errorSentence(firstError(schema, value))
}

function ofField(schema: TSchema, value: unknown): string {
  return said(Type.Object({ field: schema }), { field: value })
}

test('firstFault says in plain words what each kind of schema accepts', () => {
  const cases: readonly [TSchema, unknown, string][] = [
    [Type.String(), 7, 'field must be a string'],
    [Type.String({ minLength: 1 }), '', 'field must be a string that is not empty: it has 0'],
    [
      Type.String({ maxLength: 3 }),
      'abcd',
      'field must be a string of at most 3 characters: it has 4',
    ],
    [Type.String({ minLength: 2, maxLength: 3 }), 0, 'field must be a string of 2 to 3 characters'],
    [Type.String({ pattern: '^a+$' }), SECRET, 'field must be a string that matches ^a+$'],
    [
      Type.String({ maxLength: 9, pattern: '\\S' }),
      ' ',
      'field must be a string of at most 9 characters, not of spaces alone',
    ],
    [Type.String({ pattern: '^a+$', 'x-expected': 'all a' }), 'b', 'field must be all a'],
    [Type.Integer({ minimum: 1, maximum: 200 }), 0, 'field must be a whole number from 1 to 200'],
    [Type.Integer({ minimum: 1 }), 1.5, 'field must be a whole number of at least 1'],
    [
      Type.Number({ exclusiveMinimum: 0, maximum: 2 }),
      3,
      'field must be a number above 0 and of at most 2',
    ],
    [Type.Integer({ multipleOf: 8 }), 9, 'field must be a whole number, a multiple of 8'],
    [Type.Boolean(), 'yes', 'field must be true or false'],
    [Type.Null(), 1, 'field must be null'],
    [Type.Literal('a'), 'b', 'field must be "a"'],
    [
      Type.Array(Type.String(), { maxItems: 1 }),
      ['a', 'b'],
      'field must be a list of at most 1 item: it has 2',
    ],
    [Type.Array(Type.String(), { minItems: 1 }), 'a', 'field must be a list of at least 1 item'],
    [
      Type.Array(Type.String(), { uniqueItems: true }),
      ['a', 'a'],
      'field must not hold an item twice',
    ],
    [Type.Object({}), [], 'field must be an object'],
    [Type.Object({}, { minProperties: 1 }), {}, 'field must have at least 1 field'],
    [Type.Record(Type.String(), Type.Number()), { a: SECRET }, 'field.a must be a number'],
    [
      Type.Object({ a: Type.Number() }, { additionalProperties: false }),
      { a: 1, b: 2 },
      'field.b is not a known field: there are a',
    ],
    [
      Type.Object({ label: Type.Optional(Type.String()) }, { additionalProperties: false }),
      { lable: 'x' },
      'field.lable is not a known field: did you mean label?',
    ],
  ]
  for (const [schema, value, sentence] of cases) expect(ofField(schema, value)).toBe(sentence)
})

test('misspelledField finds the absent field that an unknown one is like', () => {
  const schema = Type.Union([
    Type.Object({ prompt: Type.String(), response_schema: Type.Optional(Type.Object({})) }),
    Type.Object({ text: Type.String() }),
  ])
  expect(misspelledField(schema, { prompt: '', reponse_schema: {} })).toEqual({
    field: 'reponse_schema',
    meant: 'response_schema',
  })
  expect(misspelledField(schema, { txt: '' })).toEqual({ field: 'txt', meant: 'text' })
  // It says something else than the field that is there.
  expect(misspelledField(schema, { text: '', texts: [] })).toBeUndefined()
  for (const value of [{ text: '', temperature: 1, seed: 2 }, { te: '' }, ['txt'], 'txt', null])
    expect(misspelledField(schema, value)).toBeUndefined()
  expect(misspelledField(Type.Record(Type.String(), Type.Any()), { txt: '' })).toBeUndefined()
})

test('misspelledField looks into objects and lists', () => {
  const file = Type.Union([
    Type.Object({ data: Type.String(), filename: Type.Optional(Type.String()) }),
    Type.Object({ url: Type.String() }),
  ])
  const schema = Type.Object({
    files: Type.Optional(Type.Array(file)),
    rules: Type.Union([Type.Object({ max_lines: Type.Optional(Type.Integer()) }), Type.Null()]),
  })
  const files = [{ url: '' }, { data: '', filname: '' }]
  expect(misspelledField(schema, { rules: null, files })).toEqual({
    field: 'files[1].filname',
    meant: 'files[1].filename',
  })
  expect(misspelledField(schema, { rules: { max_line: 1 } })).toEqual({
    field: 'rules.max_line',
    meant: 'rules.max_lines',
  })
  for (const value of [
    { files: [{ url: '', more: 1 }] },
    { files: 'url', rules: [{ max_line: 1 }] },
  ])
    expect(misspelledField(schema, value)).toBeUndefined()
})

test('firstFault names what a union allows', () => {
  const roles = Type.Union([Type.Literal('a'), Type.Literal('b')])
  const nullable = Type.Union([roles, Type.Null()])
  expect(ofField(roles, 'c')).toBe('field must be one of a, b')
  expect(ofField(nullable, 'c')).toBe('field must be one of a, b or null')
  expect(ofField(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]), 0)).toBe(
    'field must be a whole number of at least 1',
  )
  expect(ofField(Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()]), 1)).toBe(
    'field must be a string, a list or null',
  )
  const many = Type.Union(Array.from({ length: 30 }, (_, at) => Type.Literal(`v${at}`)))
  expect(ofField(many, SECRET)).toEndWith('v18, v19, …')
})

test('firstFault explains the object of a union that the value means', () => {
  const byType = Type.Union([
    Type.Object({ type: Type.Literal('text'), text: Type.String() }),
    Type.Object({ type: Type.Literal('file'), id: Type.String() }),
  ])
  expect(ofField(byType, { type: 'text' })).toBe('field.text is missing: it must be a string')
  expect(ofField(byType, { type: 'file', id: 1 })).toBe('field.id must be a string')
  expect(ofField(byType, { type: SECRET })).toBe('field.type must be one of text, file')
  expect(ofField(byType, {})).toBe('field.type is missing: it must be one of text, file')
  const byFields = Type.Union([
    Type.Object({ url: Type.String() }),
    Type.Object({ data: Type.String(), name: Type.String() }),
  ])
  expect(ofField(byFields, { url: 1 })).toBe('field.url must be a string')
  expect(ofField(byFields, { data: 'a' })).toBe('field.name is missing: it must be a string')
  const text = Type.Array(byType.anyOf[0])
  expect(ofField(text, [{ type: 'file', id: '' }])).toBe('field[0].type must be "text"')
  expect(ofField(byFields, {})).toBe('field must be an object with url, or data and name')
})

test('firstFault writes paths as code does, of lists and of odd names', () => {
  const list = Type.Array(Type.Record(Type.String(), Type.Number()))
  expect(said(list, [{ a: 1 }, { '0': '' }])).toBe('[1]["0"] must be a number')
  expect(said(list, [{ 'a/b~c': '' }])).toBe('[0]["a/b~c"] must be a number')
  expect(said(list, {})).toBe('it must be a list')
  expect(said(list, [{ [`x ${'y'.repeat(1000)}`]: '' }]).length).toBeLessThan(100)
})

test('firstFault explains the messages of a conversation', () => {
  const fault = (message: unknown) => said(ChatInput.properties.messages, [message])
  const part = (value: unknown) =>
    fault({ role: 'user', content: [{ type: 'text', text: '' }, value] })
  expect(fault({ role: 'robot' })).toBe(`[0].role must be ${ROLES}`)
  expect(fault({})).toBe(`[0].role is missing: it must be ${ROLES}`)
  expect(fault({ role: 'user', content: 7 })).toBe('[0].content must be a string, a list or null')
  expect(part({ type: 'audio' })).toBe('[0].content[1].type must be one of text, image_url')
  expect(part({ type: 'image_url' })).toBe(
    '[0].content[1].image_url is missing: it must be an object',
  )
  expect(part({ type: 'image_url', image_url: { url: SECRET } })).toBe(
    '[0].content[1].image_url.url must be an address that begins with data:image/ or https://',
  )
  expect(part('text')).toBe('[0].content[1] must be an object whose type is one of text, image_url')
})
