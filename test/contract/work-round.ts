import { join } from 'node:path'
import { photo } from '../support/documents/images.ts'
import { startService } from '../support/service.ts'
import {
  chunk,
  sse,
  startUpstream,
  streamText,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'
import { assistantMachine } from './assistant-run.ts'
import type { Ask, Assistant, Work } from './assistants.ts'

const ANSWER = 'Otter it is'
const OBJECT = JSON.stringify({ city: 'Oslo' })
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const WRITTEN = 'written by a tool'
const MAX_SHOWN_CHARACTERS = 300

/** How a work is asked for, and what the model gets and answers. */
interface Script {
  asks: readonly Ask[]
  /** With an API key: a signed-in machine sends text only. */
  byKey?: true
  answer(request: UpstreamRequest, file: string): Response
  /** Tasks of the model for all asks. */
  heavyTasks: number
  printed: string
  /** @returns What is missing in what the model got last, or in the folder; empty when nothing is */
  missing?(last: string, file: string): Promise<string>
}

function scriptOf(work: Work, files: { picture: string; schema: string }): Script {
  const plain = { asks: [{}], answer: say(ANSWER), heavyTasks: 1, printed: ANSWER }
  switch (work) {
    case 'a second turn':
      return {
        ...{ ...plain, asks: [{}, { continues: true }], heavyTasks: 2 },
        missing: async (last) => (last.includes(ANSWER) ? '' : 'the first answer'),
      }
    case 'a picture':
      return {
        ...{ ...plain, asks: [{ picture: files.picture }], byKey: true },
        missing: async (last) => (/"url":"data:image\/\w+;base64,/.test(last) ? '' : 'the picture'),
      }
    case 'a picture that is left out':
      return {
        ...{ ...plain, asks: [{ picture: files.picture }, { continues: true }], heavyTasks: 2 },
        missing: async (last) => (last.includes('picture was left out here') ? '' : 'the note'),
      }
    case 'a schema':
      return {
        ...{ ...plain, asks: [{ schema: files.schema }], printed: OBJECT },
        answer: (request) => structured(request) ?? say(OBJECT)(request),
        missing: async (last) => (last.includes('"required":["city"]') ? '' : 'the schema'),
      }
    case 'writing a file':
      return {
        ...{ ...plain, heavyTasks: 2 },
        answer: (request, file) => writing(request, file) ?? say(ANSWER)(request),
        async missing(_, file) {
          const text = await Bun.file(file)
            .text()
            .catch(() => '')
          return text.trim() === WRITTEN ? '' : `the file, which has ${JSON.stringify(text)}`
        },
      }
  }
}

/**
 * Lets a real assistant do a work with the settings that `hearth` prints.
 *
 * @returns What went wrong; empty when nothing did
 */
export async function workRound(
  assistant: Assistant,
  command: string,
  work: Work,
): Promise<string[]> {
  using machine = await assistantMachine(assistant, command)
  const picture = join(machine.work, 'picture.png')
  const schema = join(machine.work, 'schema.json')
  const file = join(machine.work, 'note.txt')
  await Bun.write(picture, await photo('png'))
  await Bun.write(schema, JSON.stringify(SCHEMA))
  const script = scriptOf(work, { picture, schema })
  await using upstream = startUpstream((request) => script.answer(request, file))
  await using service = startService({ upstream: upstream.url })
  const faults: string[] = []
  for (const how of script.asks) {
    const { byKey = false } = script
    const ran = await machine.ask({ service, question: 'Say the word otter.', how, byKey })
    const seen = `${ran.stdout}\n${ran.stderr}`.slice(-MAX_SHOWN_CHARACTERS)
    if (ran.code !== 0) faults.push(`ended with ${ran.code}: ${seen}`)
    if (!ran.stdout.includes(script.printed)) faults.push(`printed ${seen}`)
  }
  // Side questions, as for a title, come without tools.
  const heavy = upstream.requests.filter(({ body }) => Array.isArray(body['tools']))
  if (heavy.length !== script.heavyTasks) faults.push(`asked a model ${heavy.length} times`)
  const missing = await script.missing?.(JSON.stringify(heavy.at(-1)?.body), file)
  if (missing) faults.push(`without ${missing}`)
  return faults
}

function say(text: string) {
  return ({ body }: UpstreamRequest) =>
    body.stream === true ? streamText([text]) : wholeAnswer(text)
}

/** Claude Code gets objects by a tool of its own. */
function structured({ body }: UpstreamRequest): Response | undefined {
  return called(body, 'StructuredOutput', OBJECT)
}

function writing({ body }: UpstreamRequest, path: string): Response | undefined {
  if (body.messages.some(({ role }) => role === 'tool')) return undefined
  const file = JSON.stringify({ file_path: path, content: WRITTEN })
  const line = JSON.stringify({ cmd: `echo '${WRITTEN}' > ${path}` })
  return called(body, 'Write', file) ?? called(body, 'exec_command', line)
}

/** A call of a tool; undefined where the assistant does not offer it. */
function called(body: UpstreamRequest['body'], name: string, text: string): Response | undefined {
  const tools: unknown = body['tools']
  const names = Array.isArray(tools) ? tools.map((tool) => Object(tool).function?.name) : []
  if (!names.includes(name)) return undefined
  const call = { name, arguments: text }
  return sse([
    chunk({ role: 'assistant', content: null }),
    chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
    chunk({}, 'tool_calls'),
  ])
}
