import { expect, test } from 'bun:test'
import { compileSchema, requireBounded } from '../../../src/core/json-schema/compile-schema.ts'
import { startCpuTime } from '../../support/stopwatch.ts'

function refusal(schema: object): string {
  const cpuMs = startCpuTime()
  try {
    compileSchema(schema)
    return 'taken'
  } catch (error) {
    // The check itself must be fast too.
    expect(cpuMs()).toBeLessThan(2000)
    return error instanceof Error ? error.message : String(error)
  }
}

function nested(levels: number): object {
  let schema: object = { type: 'string' }
  for (let i = 0; i < levels; i += 1) schema = { not: schema }
  return schema
}

test('a schema whose references grow exponentially is refused at once', () => {
  const $defs: Record<string, object> = { d20: { type: 'string' } }
  for (let i = 0; i < 20; i += 1) {
    $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] }
  }
  expect(refusal({ $defs, $ref: '#/$defs/d0' })).toContain('references written out')
  // Also behind a property of any name.
  const hidden = { properties: { definitions: { $ref: '#/$defs/d0' } }, $defs }
  expect(refusal(hidden)).toContain('references written out')
})

test('recursive, deep, long, remote, asynchronous and dynamic schemas are refused', () => {
  expect(refusal({ $ref: '#' })).toContain('recursive')
  const tree = { type: 'object', properties: { child: { $ref: '#' } } }
  expect(refusal(tree)).toContain('recursive')
  expect(refusal(nested(101))).toContain('100 levels')
  expect(refusal({ enum: ['x'.repeat(70_000)] })).toContain('65536 characters')
  expect(refusal({ anyOf: Array.from({ length: 15_000 }, (_, i) => ({ const: i })) })).toContain(
    'parts',
  )
  expect(refusal({ $ref: 'https://example.org/schema' })).toContain('does not lead into the schema')
  expect(refusal({ $ref: '#/$defs/none' })).toContain('leads nowhere')
  expect(refusal({ properties: { a: { $async: true } } })).toContain('$async')
  expect(refusal({ $dynamicRef: '#x' })).toContain('$dynamicRef')
  expect(refusal({ $defs: { a: { $id: 'http://a/', $ref: '#' } } })).toContain('$id is taken')
  expect(refusal({ $ref: '#/%E0%A4%A' })).not.toBe('taken')
})

test('realistic schemas with references are accepted', () => {
  const address = {
    type: 'object',
    properties: { street: { type: 'string' } },
    required: ['street'],
  }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    $defs: {
      address,
      people: { type: 'array', items: { $ref: '#/$defs/person' } },
      person: { properties: { home: { $ref: '#/$defs/address' } } },
    },
    properties: {
      home: { $ref: '#/$defs/address' },
      people: { $ref: '#/$defs/people' },
      $ref: { type: 'string' },
    },
  }
  expect(() => requireBounded(schema)).not.toThrow()
  const faultOf = compileSchema(schema)
  expect(faultOf({ home: { street: 'A' }, people: [{ home: { street: 'B' } }] })).toBeUndefined()
  expect(faultOf({ people: [{ home: {} }] })).toEqual({
    path: '/people/0/home',
    message: "must have required property 'street'",
  })
})
