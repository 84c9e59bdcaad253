import { expect, test } from 'bun:test'
import { knowledgeExpression, stemOf } from '../../../src/features/knowledge/stems.ts'

test('stemOf makes forms of one word equal in English, German and French', () => {
  const forms = [
    'policy policies',
    'run runs running',
    'insure insured insuring',
    'address addresses',
    'warranty warranties',
    'Haus Häuser Hauses',
    'Vertrag Verträge Vertrags',
    'Kündigung Kündigungen kündigen',
    'Straße Strassen',
    'assuré assurée assurés assurer',
    'maison maisons',
  ]
  for (const line of forms) expect(new Set(line.split(' ').map(stemOf)).size, line).toBe(1)
  // Numbers and short words stay as they are.
  expect(['2024', 'b12s', 'gas', 'Tee'].map(stemOf)).toEqual(['2024', 'b12s', 'gas', 'tee'])
})

test('stemOf looks at the end of a long word alone', () => {
  const started = performance.now()
  expect(stemOf('e'.repeat(20_000))).toBe('eeee')
  expect(stemOf(`${'x'.repeat(20_000)}ations`)).toBe('x'.repeat(20_000))
  // A search of the whole word for each ending takes 15 seconds, this one 0.05.
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('knowledgeExpression leaves out what is in most texts, and takes no operators', () => {
  const expression = (question: string, isTyped = false) =>
    knowledgeExpression(['kno_a'], question, { isTyped })
  expect(expression('What is the warranty of the machine?')).toBe(
    'scope : ("4a2cbf13bd01b9d4ad8d3f6ea3b7d9a5") AND (words : "warranty" OR stems : "warranti" OR words : "machine" OR stems : "machin")'.replace(
      '4a2cbf13bd01b9d4ad8d3f6ea3b7d9a5',
      expression('x')?.slice(10, 42) ?? '',
    ),
  )
  // A question of such words alone is about them.
  expect(expression('to be or not to be')).toContain('words : "not"')
  expect(expression('wasch', true)).toContain('words : "wasch" *')
  expect(expression('a" OR words : "b')).toContain('words : "words"')
  expect(expression('!?')).toBeUndefined()
})
