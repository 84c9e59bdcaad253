import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isCurrent } from '../support/api-types.ts'
import { createTestApp } from '../support/service.ts'

const ROOT = join(import.meta.dir, '../..')
const GENERATE = join(ROOT, 'test/support/generate-types.ts')
const COMPILER = Bun.resolveSync('typescript/package.json', import.meta.dir)

/** Lines of the generators' own, which say nothing of an answer. */
const OWN_LINES = [
  /^\s*\w+\?: never;$/,
  /^\s*(?:parameters|requestBodies|headers|pathItems): never;$/,
  /= Record<string, never>;$/,
  /^\s*\[name: string\]: unknown;$/,
  /^\s*(?:\/\*\*|\*) /,
  // A 202 without a body, as the Model Context Protocol wants it.
  /^ {4}202: unknown;$/,
]

/** A program of a user, which compiles only when the types say what the service takes and gives. */
const PROGRAM = `
import type { components, paths } from './openapi-typescript.ts'
import type {
  ChatCompletion,
  GenerateJob,
  PostAdminApiKeysData,
  PostAdminApiKeysResponses,
  PostV1ChatCompletionsData,
} from './openapi-ts/types.gen.ts'

type Chat = paths['/v1/chat/completions']['post']
type ChatBody = Chat['requestBody']['content']['application/json']
type Answer = Chat['responses'][200]['content']['application/json']

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}

export async function chat(base: string): Promise<string> {
  const body: ChatBody = {
    model: 'auto',
    messages: [
      { role: 'system', content: 'Be short' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    ],
    temperature: 0.2,
    tools: [{ type: 'function', function: { name: 'now', parameters: { type: 'object' } } }],
    response_format: { type: 'json_object' },
    stream_options: { include_usage: true },
  }
  const sameBody: PostV1ChatCompletionsData['body'] = { model: 'auto', messages: body.messages }
  const { choices } = (await post(base + '/v1/chat/completions', sameBody)) as Answer
  const same: ChatCompletion['choices'] = choices
  const [call] = same[0]?.message.tool_calls ?? []
  return choices[0]?.message.content ?? call?.function.arguments ?? ''
}

export async function key(base: string): Promise<string> {
  const body: PostAdminApiKeysData['body'] = { label: 'kitchen' }
  const made = (await post(base + '/admin/api-keys', body)) as PostAdminApiKeysResponses[201]
  const same: components['schemas']['NewApiKey'] = made
  return same.expires_at ?? made.key
}

export function resultOf(job: GenerateJob): string {
  const same: components['schemas']['GenerateJob'] = job
  const { structured } = same.result ?? {}
  if (Array.isArray(structured)) return String(structured[0])
  return job.error?.detail ?? job.result?.text ?? String(job.position ?? 0)
}

// @ts-expect-error A conversation is required.
export const noMessages: ChatBody = { model: 'auto' }
// @ts-expect-error There is no such status.
export const noStatus: GenerateJob['status'] = 'lost'
`

test('openapi-typescript, as for the web app, and @hey-api/openapi-ts make types that compile and know every answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-types-'))
  try {
    await using service = createTestApp()
    const input = join(folder, 'openapi.json')
    await Bun.write(input, await (await service.request('/openapi.json')).text())
    expect(await run([process.execPath, GENERATE, input, folder])).toBe('')
    for (const name of ['openapi-typescript.ts', 'openapi-ts/types.gen.ts'])
      expect([name, vagueLines(await Bun.file(join(folder, name)).text())]).toEqual([name, []])
    // Otherwise: bun run api:types
    expect(await isCurrent(await Bun.file(join(folder, 'openapi-typescript.ts')).text())).toBe(true)
    await Bun.write(join(folder, 'program.ts'), PROGRAM)
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig()))
    const tsc = join(COMPILER, '../bin/tsc')
    expect(await run([process.execPath, tsc, '--project', folder])).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Lines with a type that says nothing. */
function vagueLines(source: string): string[] {
  return (
    source
      // The answer to a HEAD has no body.
      .replace(/export type Head\w+Responses = \{[^}]*\}/g, '')
      .split('\n')
      .filter((line) => /\b(?:unknown|never|any)\b/.test(line.replace(/["'].*?["']/g, '')))
      .filter((line) => !OWN_LINES.some((pattern) => pattern.test(line)))
  )
}

/** The project's own, with the types of a browser. */
function tsconfig(): object {
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { lib: ['ESNext', 'DOM'], types: [] },
    include: ['**/*.ts'],
  }
}

/** @returns What a program has printed, and its exit code where that is not 0 */
async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return `${output}${errors}${code === 0 ? '' : `exit code ${code}`}`
}
