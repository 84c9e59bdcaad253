import { deepEqual, equal } from 'node:assert/strict'
import { pick, pickList } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { tempFolder } from '../support/temp-folder.ts'
import {
  chunk,
  defaultAnswer,
  sse,
  startUpstream,
  type UpstreamRequest,
} from '../support/upstream.ts'
import { install } from './install.ts'
import { runCases, Skipped } from './run-cases.ts'
import type { ContractResult } from './suite.ts'

const LLMPROBE = { command: 'llmprobe', package: 'llmprobe', version: '0.6.12' }
const RUN_MS = 300_000
/** Usage is counted in credits, so that each counter of tokens is zero. */
const ZERO_USAGE = ['chat', 'responses', 'messages'].flatMap((surface) =>
  ['usage-input', 'usage-output', 'stream-usage-output'].map((name) => `${surface}-${name}`),
)

/**
 * Has llmprobe, a judge of servers with OpenAI's and Anthropic's protocols, check the service.
 *
 * @param chosen Names of cases; by default all
 */
export function runLlmprobe(chosen?: readonly string[]): Promise<ContractResult> {
  return runCases({ 'llmprobe-quick': quickCase, llmprobe: wholeCase }, chosen)
}

async function quickCase(): Promise<string> {
  const report = await judged('--quick')
  deepEqual(failedMusts(report), [])
  return scoreOf(report)
}

async function wholeCase(): Promise<string> {
  const report = await judged()
  deepEqual(failedMusts(report), ZERO_USAGE)
  return scoreOf(report)
}

async function judged(...options: string[]): Promise<unknown> {
  const command = await install(LLMPROBE).catch((error: unknown) => {
    throw new Skipped(String(error))
  })
  await using upstream = startUpstream(answer)
  await using service = startService({ upstream: upstream.url })
  using folder = tempFolder()
  const judge = Bun.spawn(
    [
      ...[command, service.url, '--api-key', PRIMARY_KEY, '--model', 'auto'],
      ...['--json', '--no-save', '--no-bench', ...options],
    ],
    {
      env: { ...process.env, HOME: folder.path },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: RUN_MS,
    },
  )
  const report: unknown = await judge.stdout.json()
  equal(judge.signalCode, null)
  return report
}

function failedMusts(report: unknown): unknown[] {
  return pickList(report, 'conformance.results').flatMap((result) =>
    pickList(result, 'failures')
      .filter((failure) => pick(failure, 'severity') === 'MUST')
      .map((failure) => pick(failure, 'id')),
  )
}

function scoreOf(report: unknown): string {
  const [passed, total] = ['passed', 'total'].map((name) => pick(report, `conformance.${name}`))
  return `${passed} of ${total} assertions`
}

/** A model that keeps to its bounds, remembers names, and has what it is asked for besides. */
function answer(ask: UpstreamRequest): Response {
  const { body } = ask
  const { tool_choice: choice, response_format: format } = body
  const isForced = choice !== undefined && choice !== 'auto' && choice !== 'none'
  if (isForced || pick(format, 'type') === 'json_schema') return defaultAnswer(ask)
  const name = /name is (\w+)/.exec(JSON.stringify(body.messages))?.[1]
  const text =
    pick(format, 'type') === 'json_object'
      ? '{"name":"Ada","age":36}'
      : `Hello ${name ?? 'you'}, it is a fine day.`
  const words = text.match(/\S+\s*/g) ?? []
  const said = words.slice(0, Number(body['max_tokens'] ?? body['max_completion_tokens'] ?? 100))
  const finish = said.length < words.length ? 'length' : 'stop'
  const withLogprobs = (value: { choices: object[] }, of: readonly string[]) => {
    if (body['logprobs'] !== true) return value
    const content = of.map((token) => ({ token, logprob: -0.1, bytes: null, top_logprobs: [] }))
    return { ...value, choices: value.choices.map((one) => ({ ...one, logprobs: { content } })) }
  }
  if (body.stream)
    return sse([
      ...said.map((content) => withLogprobs(chunk({ content }), [content])),
      chunk({}, finish),
    ])
  const message = { role: 'assistant', content: said.join('') }
  return Response.json(
    withLogprobs({ ...chunk({}), choices: [{ index: 0, message, finish_reason: finish }] }, said),
  )
}
