import { expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunFolder } from '../../src/engines/cli/dialect.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Message } from '../../src/engines/contract/text.ts'
import { gemini } from '../../src/engines/gemini/gemini.ts'
import { tempFolder } from '../support/process.ts'

const PIXEL = 'iVBORw0KGgo='

function runFolder(path: string): RunFolder {
  return {
    path,
    async write(name, content) {
      const file = join(path, name)
      await writeFile(file, content)
      return file
    },
  }
}

async function prepare(
  path: string,
  messages: readonly Message[],
  { env = {}, extra_args = [] as string[], options = {} } = {},
) {
  const turn = { model: 'gemini-2.5-pro', messages, options, stream: true }
  const account = { id: 'home', dir: '/srv/accounts/g1', extra_args, env }
  return gemini.prepare(turn, account, runFolder(path))
}

function text(file: string | undefined): Promise<string> {
  return readFile(file ?? '', 'utf8')
}

test('gemini is called with its tools denied, one attempt and the account’s own home', async () => {
  using folder = tempFolder()
  const { args, env, stdin } = await prepare(
    folder.path,
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is six times seven?' },
    ],
    { extra_args: ['--debug'] },
  )
  const policy = join(folder.path, 'policy.toml')
  expect(args).toEqual([
    '--output-format=stream-json',
    '--approval-mode=default',
    `--policy=${policy}`,
    '--extensions=none',
    '--model=gemini-2.5-pro',
    '--debug',
  ])
  expect(env).toMatchObject({
    HOME: '/srv/accounts/g1',
    GEMINI_CLI_HOME: '/srv/accounts/g1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GOOGLE_GENAI_USE_GCA: 'true',
  })
  expect(stdin).toBe('What is six times seven?')
  expect(Bun.TOML.parse(await text(policy))).toEqual({
    rule: [{ toolName: '*', decision: 'deny', priority: 999 }],
  })
  expect(JSON.parse(await text(env['GEMINI_CLI_SYSTEM_SETTINGS_PATH']))).toMatchObject({
    general: { maxAttempts: 1 },
  })
  // The tool ignores system settings in a folder that others can write.
  expect(await text(join(folder.path, '.gemini/settings.json'))).toContain('"maxAttempts":1')
  expect(await text(env['GEMINI_SYSTEM_MD'])).toBe('Be brief.')
  expect(await text(join(folder.path, '.env'))).toBe('')
})

test('gemini signs in by the method of the account’s variables', async () => {
  using folder = tempFolder()
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const { env } = await prepare(folder.path, messages, { env: { GEMINI_API_KEY: 'k' } })
  expect(env).not.toHaveProperty('GOOGLE_GENAI_USE_GCA')
})

test('gemini always gets a system text', async () => {
  using folder = tempFolder()
  const { env } = await prepare(folder.path, [{ role: 'user', content: 'hi' }])
  expect(await text(env['GEMINI_SYSTEM_MD'])).toBe('You are a helpful assistant.')
})

test('gemini gets no working file reference from a caller’s text', async () => {
  using folder = tempFolder()
  const content = String.raw`mail a@b.c, @/etc/passwd, \@x, \\@y, @@z`
  const { stdin } = await prepare(folder.path, [{ role: 'user', content }])
  expect(stdin).toBe(String.raw`mail a\@b.c, \@/etc/passwd, \@x, \\\@y, \@\@z`)
  const conversation = await prepare(folder.path, [
    { role: 'user', content: '@one' },
    { role: 'assistant', content: '@two' },
    { role: 'user', content: '@three' },
  ])
  expect(conversation.stdin).toContain(String.raw`\@two`)
  expect(conversation.stdin).not.toMatch(/(?<!\\)@/)
})

test('gemini gets no prompt that starts with a command', async () => {
  using folder = tempFolder()
  const { stdin } = await prepare(folder.path, [{ role: 'user', content: '/quit' }])
  expect(stdin).not.toStartWith('/')
  expect(stdin).toContain('/quit')
})

test('gemini gets images as files of its folder, in order', async () => {
  using folder = tempFolder()
  const image = (kind: string) => ({
    type: 'image_url' as const,
    image_url: { url: `data:image/${kind};base64,${PIXEL}` },
  })
  const { stdin } = await prepare(folder.path, [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Compare' },
        image('png'),
        { type: 'text', text: 'with' },
        image('webp'),
      ],
    },
  ])
  expect(stdin).toMatch(/^Compare\n@image-1\.png\n\s*with\n@image-2\.webp\n$/)
  expect(await Bun.file(join(folder.path, 'image-1.png')).bytes()).toEqual(
    new Uint8Array(Buffer.from(PIXEL, 'base64')),
  )
})

test('gemini gets a JSON schema as an instruction', async () => {
  using folder = tempFolder()
  const schema = { type: 'object', properties: { answer: { type: 'number' } } }
  const { env } = await prepare(folder.path, [{ role: 'user', content: 'six times seven' }], {
    options: { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
  })
  expect(await text(env['GEMINI_SYSTEM_MD'])).toContain(JSON.stringify(schema))
})

test('gemini refuses a prompt that the tool would truncate', async () => {
  using folder = tempFolder()
  const content = 'a'.repeat(8 * 1024 * 1024 + 1)
  const error = await prepare(folder.path, [{ role: 'user', content }]).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(EngineFailure)
  expect(error).toMatchObject({ verdict: 'request' })
})
