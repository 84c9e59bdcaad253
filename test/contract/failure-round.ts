import { startService, type TestService } from '../support/service.ts'
import {
  handStream,
  startUpstream,
  streamText,
  type Upstream,
  wholeAnswer,
} from '../support/upstream.ts'
import { assistantMachine } from './assistant-run.ts'
import type { Assistant } from './assistants.ts'

const QUESTION = 'Say the word otter.'
const ANSWER = 'Otter it is'
const REFUSAL = 'Invalid request: the picture is not a picture'
/** Longer than {@link PATIENCE_MS}. */
const WAIT_MS = 4_000
/** How long codex waits for an event; a tenth of the default, which is five minutes. */
const PATIENCE_MS = 3_000
const KEEPALIVE_MS = 500
/** Nothing listens there. */
const NO_SERVER = 'http://127.0.0.1:1/v1'
const MAX_SHOWN_CHARACTERS = 400

/** codex has words of its own. */
const NO_ENGINE = /no engine could answer|at capacity/i

interface FailureCase {
  /** What the user must read. */
  words: RegExp
  /** Requests for the answer that reach the model. */
  heavyTasks: 0 | 1
  /** Without one, the model server is not there. */
  script?: (upstream: Upstream) => void
  credential?: string
  /** Whether another answer has to end first. */
  waits?: boolean
}

/** What goes wrong while an assistant works. */
export const FAILURES: Readonly<Record<string, FailureCase>> = {
  'breaks in mid-stream': {
    words: /failed before its answer was whole/i,
    heavyTasks: 1,
    script: (upstream) =>
      upstream.script(async () => {
        const stream = handStream()
        // The end without a finish reason; a connection that is reset may lose the text before it.
        void stream.say('Otter').then(() => stream.end())
        return stream.response
      }),
  },
  'is cut off before its first word': {
    words: NO_ENGINE,
    heavyTasks: 1,
    script: (upstream) =>
      upstream.script(async () => {
        const stream = handStream()
        void stream.break()
        return stream.response
      }),
  },
  'is refused by the engine': {
    words: /refused|not a picture/i,
    heavyTasks: 1,
    script: (upstream) =>
      upstream.script(() =>
        Response.json(
          { error: { message: REFUSAL, type: 'invalid_request_error' } },
          { status: 400 },
        ),
      ),
  },
  'finds no engine': { words: NO_ENGINE, heavyTasks: 0 },
  'has no valid credential': {
    words: /credential|token|sign|401|unauthorized/i,
    heavyTasks: 0,
    credential: 'hth_device_nothing',
    script: () => undefined,
  },
  'waits in line': { words: /Otter it is/, heavyTasks: 1, waits: true, script: () => undefined },
}

/**
 * Lets a real assistant run into a failure with the settings that `hearth` prints. It must ask a
 * model at most once for its answer, end by itself, and say why.
 *
 * @returns What went wrong; empty when nothing did
 */
export async function failureRound(
  assistant: Assistant,
  command: string,
  { words, heavyTasks, script, credential, waits = false }: FailureCase,
): Promise<string[]> {
  using machine = await assistantMachine(assistant, command)
  await using upstream = startUpstream(({ body }) =>
    body.stream === true ? streamText([ANSWER]) : wholeAnswer(ANSWER),
  )
  script?.(upstream)
  await using service = startService({
    upstream: script === undefined ? NO_SERVER : upstream.url,
    heavyWidth: 1,
    limits: { keepaliveMs: KEEPALIVE_MS },
  })
  const line = waits ? await occupied(service, upstream) : undefined
  const ended = machine.ask({
    service,
    question: QUESTION,
    ...(credential === undefined ? {} : { credential }),
    change: (settings) =>
      assistant.command === 'codex'
        ? `${settings}\nstream_idle_timeout_ms = ${PATIENCE_MS}`
        : settings,
  })
  await line?.release()
  const { code, stdout, stderr, isLate } = await ended
  const seen = `${stdout}\n${stderr}`.trim()
  // Side questions, as for a title, come without tools.
  const heavy = upstream.requests.filter(({ body }) => Array.isArray(body['tools']))
  const faults: string[] = []
  if (isLate) faults.push('did not end')
  if (waits && code !== 0) faults.push(`ended with ${code}`)
  if (heavy.length !== heavyTasks) faults.push(`asked a model ${heavy.length} times`)
  if (!words.test(seen)) faults.push(`said ${seen.slice(-MAX_SHOWN_CHARACTERS)}`)
  return faults
}

/** Another answer that has the only place of the queue. */
async function occupied(service: TestService, upstream: Upstream) {
  const stream = handStream()
  upstream.script(() => stream.response)
  const { authorization } = service.makeKey()
  const other = fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model: 'local/test-model', stream: true },
      messages: [{ role: 'user', content: 'Say a long word.' }],
    }),
  }).then((response) => response.text())
  await upstream.until(() => upstream.active === 1)
  upstream.script(({ body }) => (body.stream === true ? streamText([ANSWER]) : wholeAnswer(ANSWER)))
  const { queue } = service.services
  const waiting = Promise.withResolvers<void>()
  const look = async () => {
    if ((await queue.lanes()).some((lane) => lane.waiting.length > 0)) waiting.resolve()
  }
  const stop = queue.onChange(() => void look())
  return {
    /** Ends the other answer some seconds after the assistant has joined the line. */
    async release() {
      await waiting.promise
      stop()
      await Bun.sleep(WAIT_MS)
      await stream.finish()
      await other
    },
  }
}
