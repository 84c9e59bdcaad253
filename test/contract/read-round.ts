import { mkdir, symlink } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { startMachine } from '../support/hearth-command.ts'
import { startService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import {
  chunk,
  sse,
  startUpstream,
  streamText,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'
import type { Assistant } from './assistants.ts'

const HEARTH = join(import.meta.dir, '../../.setup/hearth.mjs')
const QUESTION = 'What does note.txt say? Read it.'
/** An assistant starts in seconds; one that takes longer than this repeats its requests. */
const RUN_MS = 45_000
const MAX_ASKS = 12
const MAX_SHOWN_CHARACTERS = 300

/**
 * Lets a real assistant report the content of a file, with the settings that `hearth` prints: it is
 * told to call its own tool, sends the result, and prints the last answer.
 *
 * @returns What went wrong; empty when nothing did
 */
export async function readRound(assistant: Assistant, command: string): Promise<string[]> {
  using machine = startMachine()
  const [work, bin] = [join(machine.home, 'work'), join(machine.home, 'bin')]
  await Promise.all([mkdir(work), mkdir(bin)])
  await symlink(HEARTH, join(bin, 'hearth'))
  await symlink(command, join(bin, assistant.command))
  const words = `otter ${crypto.randomUUID()}`
  await Bun.write(join(work, 'note.txt'), `${words}\n`)
  await using upstream = startUpstream((ask) => answer(ask, join(work, 'note.txt'), words))
  await using service = startService({ upstream: upstream.url })
  const { token } = signedInMachine(service, machine)
  const told = (await machine.run([])).stdout
  const lines = await assistant.prepare({
    home: machine.home,
    work,
    settings: sectionOf(told, assistant.heading),
  })

  const { code, stdout, stderr } = await runGroup(`set -e\n${exportOf(told)}\n${lines}`, work, {
    PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: machine.home,
    QUESTION,
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

/** Runs shell lines. At the end, or at the time limit, all their processes are ended. */
async function runGroup(lines: string, cwd: string, env: Record<string, string>) {
  const child = Bun.spawn(['sh', '-c', lines], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has no process left.
    }
  }
  const timer = setTimeout(end, RUN_MS)
  child.exited.then(end, end)
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  clearTimeout(timer)
  return { code, stdout, stderr }
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

/** The lines under a heading, without their indentation. */
function sectionOf(told: string, heading: string): string {
  const [, after] = told.split(`\n${heading}\n`)
  const section = after?.split('\n\n', 1)[0]
  if (section === undefined) throw new Error(`hearth tells nothing about ${heading}`)
  return section.replace(/^ {2}/gm, '').trimEnd()
}

function exportOf(told: string): string {
  return /^ {2}(export HEARTH_TOKEN=.*)$/m.exec(told)?.[1] ?? ''
}
