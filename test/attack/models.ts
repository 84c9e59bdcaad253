import { localToml } from '../support/process.ts'
import { defaultAnswer, startUpstream, type UpstreamRequest } from '../support/upstream.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

const MAX_ANSWER_MS = 30

/**
 * A model server and a recogniser that work as they should, for a service under load.
 *
 * @param random How long the model takes for each answer
 */
export function startModels(random: () => number) {
  const upstream = startUpstream(async (ask) => {
    await Bun.sleep(random() * MAX_ANSWER_MS)
    return isWorker(ask) ? workerAnswer(ask) : defaultAnswer(ask)
  })
  const whisper = startWhisperServer()
  const settings = [
    '[workers]\njobs_per_day = 1000\nattempts_per_day = 1000\n',
    '[backups]\nnightly = false\n',
  ].join('\n')
  return {
    upstream,
    /** Without the engines. */
    settings,
    toml: [
      localToml(upstream.url),
      `[[transcription_engines]]\nid = "whisper"\nadapter = "openai-http"\nbase_url = "${whisper.url}"\n`,
      settings,
    ].join('\n'),
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]()
      await whisper.stop()
    },
  }
}

export function isWorker({ body }: UpstreamRequest): boolean {
  return JSON.stringify(body['tools'] ?? '').includes('"finish"')
}

/** Runs a command, hands a file over, and finishes. */
function workerAnswer({ body }: UpstreamRequest): Response {
  const told = body.messages.filter(({ role }) => role === 'tool').length
  const calls =
    told < 2
      ? [
          { name: 'run', arguments: { command: 'echo done >> all.txt' } },
          { name: 'write_artifact', arguments: { name: 'all.txt', file: 'all.txt' } },
        ]
      : [{ name: 'finish', arguments: { answer: 'Done' } }]
  return callsAnswer(calls, told)
}

/** An answer that calls tools. @param step Makes the ids of the calls differ */
export function callsAnswer(
  calls: readonly { name: string; arguments: object }[],
  step: number,
): Response {
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: calls.map((call, index) => ({
      id: `call_${step}_${index}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    })),
  }
  return Response.json({ choices: [{ message, finish_reason: 'tool_calls' }] })
}
