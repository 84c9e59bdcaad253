import { expect, test } from 'bun:test'
import { packField, skillText, unpackField } from '../../public/admin/skills/skill-text.ts'
import { parseSkill } from '../../src/features/skills/skill.ts'

test('the form of a skill makes a SKILL.md that the service reads', () => {
  const parts = { name: 'sort_mail', description: 'Sorts: "mail"', instruction: 'Sort it.' }
  const skill = parseSkill(
    skillText({
      ...parts,
      options: [{ name: 'Labels', kind: 'texts', about: 'To choose from' }],
      result: [
        { name: 'Due date', kind: 'text', about: '' },
        { name: 'urgent', kind: 'flag', about: 'Whether it cannot wait' },
        { name: ' ', kind: 'number', about: 'left out' },
      ],
    }),
  )
  expect(skill).toMatchObject({ name: 'sort_mail', description: 'Sorts: "mail"' })
  expect(skill.options).toMatchObject({
    required: ['labels'],
    properties: { labels: { type: 'array', description: 'To choose from' } },
  })
  expect(skill.result).toMatchObject({
    required: ['due_date', 'urgent'],
    properties: { due_date: { type: 'string' }, urgent: { type: 'boolean' } },
  })
  expect(skill.instruction).toContain('Sort it.')
  const plain = parseSkill(skillText({ ...parts, options: [], result: [] }))
  expect(plain.result).toEqual({ type: 'string' })
})

test('a value of the form is kept in a draft as one text', () => {
  const field = { name: 'urgent', kind: 'flag', about: 'Why' } as const
  expect(unpackField(packField(field))).toEqual(field)
  expect(unpackField('other\nx')).toEqual({ name: 'x', kind: 'text', about: '' })
})
