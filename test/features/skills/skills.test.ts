import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSkill } from '../../../src/features/skills/skill.ts'
import {
  requireSchemas,
  requireTrustedSchemas,
  Skills,
} from '../../../src/features/skills/skills.ts'
import { type AgentInput, checkAgentInput } from '../../../src/features/skills/task.ts'
import { createLog } from '../../../src/platform/log.ts'
import { tempFolder } from '../../support/process.ts'
import { thrown } from '../../support/thrown.ts'

const HEAD = 'name: haiku\ndescription: Writes a haiku.'

function skillText(head = HEAD, body = 'Write a haiku on the text.'): string {
  return `---\n${head}\n---\n\n${body}\n`
}

function skillsIn(folder: string | undefined): Skills {
  return new Skills({ folder, log: createLog('silent') })
}

const WRITE = (write: () => void) => write()

test('parseSkill accepts an Agent Skill without schemas: any text as input and result', async () => {
  const skill = parseSkill(skillText(`${HEAD}\nlicense: MIT\nallowed-tools: Read`))
  expect(skill).toMatchObject({
    name: 'haiku',
    description: 'Writes a haiku.',
    instruction: 'Write a haiku on the text.',
    result: { type: 'string' },
    engines: [],
  })
  const check = (fields: Pick<AgentInput, 'input' | 'options'>) =>
    checkAgentInput(skill, { task: 'haiku', ...fields }, 'key_a')
  await check({ input: 'a text', options: {} })
  expect(await thrown(check({ input: '' }))).toMatchObject({
    message: expect.stringContaining('at /input: '),
  })
  expect(await thrown(check({ input: { text: 'a text' } }))).toMatchObject({
    message: expect.stringContaining('at /input: '),
  })
  expect(await thrown(check({ input: 'a text', options: { any: 1 } }))).toMatchObject({
    message: expect.stringContaining('at /options: '),
  })
})

test('parseSkill reads Windows line ends, a byte order mark, and a rule in the body', () => {
  const text = `\uFEFF${skillText(HEAD, 'First.\n\n---\n\nSecond.').replaceAll('\n', '\r\n')}`
  expect(parseSkill(text).instruction).toBe('First.\n\n---\n\nSecond.')
})

test('parseSkill names the fault of an invalid skill', () => {
  const wrong: [string, string][] = [
    ['Write a haiku.', 'does not begin with front matter'],
    [`---\n${HEAD}\n`, 'does not begin with front matter'],
    [skillText(HEAD, ' '), 'no instruction'],
    [skillText('name: haiku'), 'description is missing'],
    [skillText('name: Haiku\ndescription: x'), 'name must be'],
    [skillText('name: ../haiku\ndescription: x'), 'name must be'],
    [skillText('- a list'), 'it must be an object'],
    [skillText(`${HEAD}\nname: other`), 'not YAML'],
    [skillText(`${HEAD}\nengines: [Engine A]`), 'engines[0]'],
    [skillText(`${HEAD}\noptions: {type: string}`), '/options must have type: object'],
    [skillText(`${HEAD}\nresult: {enum: {$option: words}}`), 'names the option words'],
  ]
  for (const [text, fault] of wrong) expect(() => parseSkill(text)).toThrow(fault)
})

test('a skill with unusable schemas is refused, from a caller and from disk', async () => {
  const wrong: [string, string][] = [
    ['input: {type: nothing}', '/input is not a JSON Schema: schema is invalid'],
    ['input: {type: string, pattern: "(?=a)b"}', '/input is not a JSON Schema: '],
    ['input: {$async: true}', '/input is not a JSON Schema: $async is not taken'],
    ['result: {type: 7}', '/result is not a JSON Schema: schema is invalid'],
  ]
  for (const [line, fault] of wrong) {
    const skill = parseSkill(skillText(`${HEAD}\n${line}`))
    expect(() => requireTrustedSchemas(skill)).toThrow(fault)
    expect(await thrown(requireSchemas(skill))).toMatchObject({
      message: expect.stringContaining(fault),
    })
  }
})

test('parseSkill refuses YAML aliases and unbounded nesting', () => {
  expect(() => parseSkill(skillText(`${HEAD}\ninput: &a {}\noptions: *a`))).toThrow('not YAML')
  expect(() => parseSkill(skillText(`${HEAD}\ninput: ${'['.repeat(20_000)}`))).toThrow('not YAML')
})

test('Skills has the shipped skills', () => {
  const skills = skillsIn(undefined)
  expect(skills.names).toEqual([
    'answer_from_text',
    'chapters',
    'classify',
    'extract',
    'rewrite',
    'summarize',
    'title',
    'translate',
  ])
  expect(skills.names.map((name) => skills.source(name))).toEqual(Array(8).fill('shipped'))
  // The service does not check them.
  for (const name of skills.names) requireTrustedSchemas(skills.get(name))
})

test('Skills stores the owner’s skills across a restart, each in the folder of its name', async () => {
  using folder = tempFolder()
  const text = skillText()
  expect(await skillsIn(folder.path).put('haiku', text, WRITE)).toBe(true)
  expect(existsSync(join(folder.path, 'haiku/SKILL.md'))).toBe(true)
  const later = skillsIn(folder.path)
  expect(later.get('haiku').content).toBe(text)
  expect(later.source('haiku')).toBe('own')
  later.remove('haiku', WRITE)
  expect(existsSync(join(folder.path, 'haiku'))).toBe(false)
  expect(() => later.get('haiku')).toThrow('no such skill')
  expect(skillsIn(folder.path).names).not.toContain('haiku')
})

test('Skills prefers the owner’s skill over a shipped one, which returns after its removal', async () => {
  using folder = tempFolder()
  const skills = skillsIn(folder.path)
  const shipped = skills.get('title').content
  expect(await skills.put('title', skillText('name: title\ndescription: Mine.'), WRITE)).toBe(false)
  expect(skills.get('title').description).toBe('Mine.')
  expect(skills.source('title')).toBe('override')
  skills.remove('title', WRITE)
  expect(skills.get('title').content).toBe(shipped)
  expect(() => skills.remove('title', WRITE)).toThrow(
    'Cannot delete a skill that comes with Hearth',
  )
})

test('Skills refuses a name that is a path', async () => {
  using folder = tempFolder()
  const skills = skillsIn(join(folder.path, 'skills'))
  for (const name of ['../haiku', '.', '', 'a/b', 'Haiku', 'x'.repeat(65)]) {
    const put = skills.put(name, skillText(`name: ${name}\ndescription: x`), WRITE)
    expect(await thrown(put)).toMatchObject({ message: expect.stringContaining('its name') })
    expect(() => skills.remove(name, WRITE)).toThrow('no such skill')
  }
  expect(await thrown(skills.put('other', skillText(), WRITE))).toMatchObject({
    message: expect.stringContaining('it is named haiku, not other'),
  })
  expect(existsSync(join(folder.path, 'skills'))).toBe(false)
})

test('an unreadable skill file is skipped, and other files are left alone', async () => {
  using folder = tempFolder()
  await Bun.write(join(folder.path, 'broken/SKILL.md'), 'no front matter')
  await Bun.write(join(folder.path, 'title/SKILL.md'), 'no front matter')
  await Bun.write(join(folder.path, 'haiku/SKILL.md'), skillText())
  await Bun.write(join(folder.path, 'haiku/examples.md'), 'kept')
  await Bun.write(join(folder.path, 'notes.txt'), 'not a skill')
  mkdirSync(join(folder.path, 'empty'))
  const skills = skillsIn(folder.path)
  expect(skills.names).toContain('haiku')
  expect(skills.names).not.toContain('broken')
  expect(skills.source('title')).toBe('shipped')
  skills.remove('haiku', WRITE)
  expect(existsSync(join(folder.path, 'haiku/examples.md'))).toBe(true)
})

test('a change of a skill whose commit fails leaves the skill and its file as they were', async () => {
  using folder = tempFolder()
  const skills = skillsIn(folder.path)
  await skills.put('haiku', skillText(), WRITE)
  const files = () =>
    readdirSync(folder.path, { recursive: true }).map((name) => join(folder.path, String(name)))
  const state = () => [
    files(),
    skills.names,
    skills.get('haiku').content,
    readFileSync(join(folder.path, 'haiku/SKILL.md'), 'utf8'),
  ]
  const before = state()
  const refuse = () => {
    throw new Error('No commit')
  }
  const writeAndRefuse = (write: () => void) => {
    write()
    throw new Error('No commit')
  }
  for (const commit of [refuse, writeAndRefuse]) {
    for (const name of ['haiku', 'other']) {
      const text = skillText(`name: ${name}\ndescription: Changed.`)
      const put = skills.put(name, text, commit)
      expect(await thrown(put)).toMatchObject({ message: 'No commit' })
    }
    expect(() => skills.remove('haiku', commit)).toThrow('No commit')
    expect(state()).toEqual(before)
  }
})

test('Skills.names is computed once for each change of the skills', async () => {
  const skills = skillsIn(undefined)
  const before = skills.names
  expect(skills.names).toBe(before)
  await skills.put('haiku', skillText(), WRITE)
  expect(skills.names).toEqual([...before, 'haiku'].sort())
  skills.remove('haiku', WRITE)
  expect(skills.names).toEqual(before)
})
