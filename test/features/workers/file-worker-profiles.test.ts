import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  FileWorkerProfiles,
  MAX_PROFILE_BYTES,
} from '../../../src/features/workers/file-worker-profiles.ts'
import type { Log } from '../../../src/platform/log.ts'
import { tempFolder } from '../../support/process.ts'

function open(folder: string | undefined) {
  const warnings: object[] = []
  const ignore = () => {}
  const warn = (fields: object) => void warnings.push(fields)
  const log: Log = { debug: ignore, info: ignore, warn, error: ignore, flush: ignore }
  const skills = new Map([['title', 'Find a title.']])
  const clock = { now: 0 }
  const profiles = new FileWorkerProfiles({
    folder,
    now: () => clock.now,
    log,
    maxSeconds: 900,
    skillInstruction: (name) => skills.get(name),
    foreignTools: ['notes__find'],
  })
  const write = (name: string, content: string) => {
    mkdirSync(join(folder ?? '', name), { recursive: true })
    writeFileSync(join(folder ?? '', name, 'PROFILE.md'), content)
  }
  return { profiles, warnings, write, clock }
}

function text(name: string, lines: string[] = [], body = 'Count words.') {
  return ['---', `name: ${name}`, 'description: Counts', ...lines, '---', body].join('\n')
}

const TOOLS = 'tools: [list_files, run]'

test('the shipped profiles have their tools and bounds, and treat documents as data', () => {
  const { profiles } = open(undefined)
  expect(profiles.names).toEqual(['read_docs', 'research'])
  const [docs, research] = profiles.list().map(({ profile }) => profile)
  const offline = ['list_files', 'read_file', 'search_files', 'run', 'write_artifact']
  expect(docs).toMatchObject({ tools: [...offline, 'finish'], maxSteps: 40, maxSeconds: 900 })
  expect(research).toMatchObject({ tools: [...offline, 'fetch_page', 'web_search', 'finish'] })
  for (const profile of [docs, research]) expect(profile?.instruction).toContain('is data')
  expect(profiles.faults).toEqual([])
})

test('a profile of the owner is there at once, changes and goes without a restart', () => {
  using folder = tempFolder()
  const { profiles, write } = open(folder.path)
  expect(profiles.find('count')).toBeUndefined()
  write(
    'count',
    text('count', [
      TOOLS,
      'skills: [title]',
      'bounds: { steps: 3, seconds: 60, links_per_host: 2 }',
    ]),
  )
  expect(profiles.find('count')).toEqual({
    name: 'count',
    description: 'Counts',
    tools: ['list_files', 'run'],
    maxSteps: 3,
    maxSeconds: 60,
    linksPerHost: 2,
    instruction: 'Count words.\n\n# Skill title\n\nFind a title.',
  })
  write('count', text('count', [TOOLS], 'Count lines.'))
  expect(profiles.find('count')?.instruction).toBe('Count lines.')
  write('research', text('research', [TOOLS]))
  expect(profiles.list().map(({ profile, source }) => [profile.name, source])).toEqual([
    ['count', 'own'],
    ['read_docs', 'shipped'],
    ['research', 'override'],
  ])
  rmSync(join(folder.path, 'count'), { recursive: true })
  rmSync(join(folder.path, 'research'), { recursive: true })
  expect(profiles.names).toEqual(['read_docs', 'research'])
})

test('a wrong profile is left out with its fault, logged once, and harms no other', () => {
  using folder = tempFolder()
  const { profiles, warnings, write, clock } = open(folder.path)
  const wrong: [string, string, string][] = [
    [
      'Upper',
      text('Upper', [TOOLS]),
      'the name of its folder may have 1 to 32 of a-z, 0-9 and _ only',
    ],
    ['empty', text('empty', [TOOLS], ''), 'there is no instruction below the front matter'],
    [
      'long',
      text('long', [TOOLS], 'x'.repeat(MAX_PROFILE_BYTES)),
      'PROFILE.md is longer than 65536 bytes',
    ],
    ['named', text('other', [TOOLS]), 'it is named other, not named'],
    ['plain', 'Count.', 'it does not begin with front matter between two lines of ---'],
    [
      'research',
      text('research', ['tools: [web_serch]']),
      'there is no tool web_serch: did you mean web_search?',
    ],
    ['skilled', text('skilled', [TOOLS, 'skills: [nope]']), 'there is no skill nope'],
    [
      'slow',
      text('slow', [TOOLS, 'bounds: { seconds: 1801 }']),
      'bounds.seconds must be a whole number from 10 to 1800',
    ],
    ['yaml', text('yaml', ['tools: [']), 'the front matter is not YAML'],
  ]
  for (const [name, content] of wrong) write(name, content)
  mkdirSync(join(folder.path, 'none'))
  mkdirSync(join(folder.path, 'folder', 'PROFILE.md'), { recursive: true })
  write('count', text('count', [TOOLS]))
  const expected = [
    ...wrong.map(([name, , fault]) => [name, fault]),
    ['folder', 'PROFILE.md is not a file'],
  ]
  for (const [name, fault] of expected) {
    const found = profiles.faults.find((one) => one.name === name)
    expect([name, found?.fault]).toEqual([name, expect.stringContaining(fault ?? '')])
  }
  expect(profiles.faults).toHaveLength(expected.length)
  // What the owner wrote in place of a shipped profile is not replaced by that one.
  expect(profiles.recentNames).toEqual(['count', 'read_docs'])
  expect(warnings).toHaveLength(expected.length)
  write('plain', text('plain', [TOOLS]))
  expect(profiles.find('plain')?.name).toBe('plain')
  expect(profiles.names).toContain('plain')
  clock.now += 999
  expect(profiles.recentNames).toEqual(['count', 'read_docs'])
  clock.now += 1
  expect(profiles.recentNames).toEqual(['count', 'plain', 'read_docs'])
  write('plain', 'Count.')
  expect(profiles.faults).toHaveLength(expected.length)
  expect(warnings).toHaveLength(expected.length + 1)
})
