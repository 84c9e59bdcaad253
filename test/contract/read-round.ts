import { join } from 'node:path'
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
import type { Assistant } from './assistants.ts'

const QUESTION = 'What does note.txt say? Read it.'
const MAX_ASKS = 12
const MAX_SHOWN_CHARACTERS = 300

/**
 * Lets a real assistant report the content of a file, with the settings that `hearth` prints: it is
 * told to call its own tool, sends the result, and prints the last answer.
 *
 * @returns What went wrong; empty when nothing did
 */
export async function readRound(assistant: Assistant, command: string): Promise<string[]> {
  using machine = await assistantMachine(assistant, command)
  const { work } = machine
  const words = `otter ${crypto.randomUUID()}`
  await Bun.write(join(work, 'note.txt'), `${words}\n`)
  await using upstream = startUpstream((ask) => answer(ask, join(work, 'note.txt'), words))
  await using service = startService({ upstream: upstream.url })
  const { code, stdout, stderr, token } = await machine.ask({
    ...{ service, question: QUESTION },
    byKey: assistant.byKey ?? false,
  })
  const faults: string[] = []
  if (code !== 0) faults.push(`ended with ${code}: ${stderr.slice(-MAX_SHOWN_CHARACTERS)}`)
  if (!stdout.includes(`It says: ${words}`))
    faults.push(`printed ${stdout.slice(-MAX_SHOWN_CHARACTERS)}`)
  const { requests } = upstream
  if (!requests.some(({ body }) => body.stream === true)) faults.push('asked for no stream')
  if (requests.length > MAX_ASKS) faults.push(`asked ${requests.length} times`)
  const passedOn = requests.map(({ body, headers }) => [body, ...headers])
  if (JSON.stringify(passedOn).includes(token)) faults.push('the credential went to the engine')
  return faults
}

/** First the call of the tool that reads, then the content; a short text for side questions. */
function answer({ body }: UpstreamRequest, path: string, words: string): Response {
  const say = (text: string) => (body.stream === true ? streamText([text]) : wholeAnswer(text))
  const result = body.messages.findLast(({ role }) => role === 'tool')
  if (JSON.stringify(result?.content ?? '').includes(words)) return say(`It says: ${words}`)
  const call = readCall(body['tools'], path)
  return call === undefined || result !== undefined ? say('Note') : call
}

/**
 * A call of the tool that reads a file, or of the one that runs commands, in the assistant's own
 * format; undefined without one.
 */
function readCall(tools: unknown, path: string): Response | undefined {
  const functions = Array.isArray(tools) ? tools.map((tool) => Object(tool).function) : []
  const call =
    callOf(functions, /^read(?:_?file)?$/i, /path/i, path) ??
    callOf(functions, /^exec_command$/, /^cmd$/, `cat ${path}`)
  if (call === undefined) return undefined
  return sse([
    chunk({ role: 'assistant', content: null }),
    chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
    chunk({}, 'tool_calls'),
  ])
}

function callOf(functions: readonly unknown[], tool: RegExp, parameter: RegExp, value: string) {
  for (const one of functions) {
    const { name, parameters } = Object(one)
    const field = Object.keys(Object(parameters?.properties)).find((key) => parameter.test(key))
    if (tool.test(name) && field !== undefined)
      return { name: String(name), arguments: JSON.stringify({ [field]: value }) }
  }
  return undefined
}
