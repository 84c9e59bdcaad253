import { join } from 'node:path'
import sharp from 'sharp'
import { MAX_CODE_CHAT_BYTES } from '../../src/features/chat/http/limits.ts'
import { localEngine, startService, type TestService } from '../support/service.ts'
import {
  handStream,
  startUpstream,
  streamText,
  type Upstream,
  wholeAnswer,
} from '../support/upstream.ts'
import { assistantMachine } from './assistant-run.ts'
import type { Ask, Assistant } from './assistants.ts'

const QUESTION = 'Say the word otter.'
const ANSWER = 'Otter it is'
const REFUSAL = 'Invalid request: the picture is not a picture'
/** Longer than {@link PATIENCE_MS}. */
const WAIT_MS = 4_000
/** For an assistant whose patience is not in its settings. */
const LONG_WAIT_MS = 30_000
/** How long an engine may take for its answer. */
const ENGINE_SECONDS = 3
const PATIENT_SECONDS = 300
/** How long codex waits for an event; a tenth of the default, which is five minutes. */
const PATIENCE_MS = 3_000
const KEEPALIVE_MS = 500
/** Nothing listens there. */
const NO_SERVER = 'http://127.0.0.1:1/v1'
const MAX_SHOWN_CHARACTERS = 400
/** In all, as the admission has them. */
const MAX_LEASES = 8
/** How long a request waits for one of these; by default three minutes. */
const LEASE_WAIT_MS = 500
const MAX_RANDOM_BYTES = 65_536

/** By a device, where codex has words of its own, and by a key. */
const NO_ENGINE = {
  device: /no subscription could answer|at capacity/i,
  key: /no engine could answer/i,
}

interface FailureCase {
  /** What the user must read; by credential where the routes for devices and for keys differ. */
  words: RegExp | Readonly<Record<'device' | 'key', RegExp>>
  /** Requests for the answer that reach the model. */
  heavyTasks: 0 | 1
  /** Without one, the model server is not there. */
  script?: (upstream: Upstream) => void
  credential?: string
  /** Whether another answer has to end first. */
  waits?: boolean
  question?: string
  /** @returns How it asks, from its working folder */
  how?(assistant: Assistant, work: string): Promise<Ask>
  engineSeconds?: number
  prepare?(service: TestService): void
  /** Whether no request is admitted meanwhile. */
  isFull?: boolean
  /** How often it asks Hearth for the answer, by its command; where left out, any number of times. */
  asks?: Readonly<Record<string, number>>
}

/** It asks for a title beside its answer. */
const OF_OPENCODE = { opencode: 2 }

/** What goes wrong while an assistant works. */
export const FAILURES: Readonly<Record<string, FailureCase>> = {
  'breaks in mid-stream': {
    words: /failed before its answer was whole/i,
    heavyTasks: 1,
    asks: OF_OPENCODE,
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
    asks: OF_OPENCODE,
    script: (upstream) =>
      upstream.script(async () => {
        const stream = handStream()
        void stream.break()
        return stream.response
      }),
  },
  'takes too long in mid-stream': {
    words: /failed before its answer was whole/i,
    heavyTasks: 1,
    asks: OF_OPENCODE,
    engineSeconds: ENGINE_SECONDS,
    script: (upstream) =>
      upstream.script(async () => {
        const stream = handStream()
        void stream.say('Otter')
        return stream.response
      }),
  },
  'fails inside of the engine': {
    words: NO_ENGINE,
    heavyTasks: 1,
    asks: OF_OPENCODE,
    script: (upstream) =>
      upstream.script(() =>
        Response.json(
          { error: { message: 'Internal server error: try again later', type: 'server_error' } },
          { status: 500 },
        ),
      ),
  },
  'cannot be recorded after its last word': {
    words: /in an unexpected way/i,
    heavyTasks: 1,
    asks: OF_OPENCODE,
    script: () => undefined,
    prepare: ({ services }) => {
      services.db.sqlite.run(
        `CREATE TRIGGER no_calls BEFORE INSERT ON model_calls BEGIN SELECT RAISE(ABORT, 'none'); END`,
      )
    },
  },
  'is refused by the engine': {
    words: /refused|not a picture/i,
    heavyTasks: 1,
    asks: OF_OPENCODE,
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
  'sends too large a body': {
    words: /too large|larger than/i,
    heavyTasks: 0,
    asks: { claude: 1, codex: 1 },
    script: () => undefined,
    how: async ({ command }, work) =>
      // codex refuses long texts by itself, and Claude Code makes pictures smaller.
      command === 'codex' ? { picture: await noise(work) } : { input: await longText(work) },
  },
  'asks for too much': {
    words: /too long|out of room/i,
    heavyTasks: 0,
    asks: { claude: 1, codex: 1 },
    script: () => undefined,
    question: 'otter '.repeat(20_000),
  },
  'is not admitted': {
    words: /Try again in 5 seconds/,
    heavyTasks: 0,
    // codex waits as long as it is told to, and asks again; by default five times.
    asks: { claude: 1, codex: 2 },
    script: () => undefined,
    isFull: true,
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
  one: FailureCase,
): Promise<string[]> {
  const { heavyTasks, script, credential, waits = false, isFull = false } = one
  const { engineSeconds = PATIENT_SECONDS } = one
  const { byKey = false } = assistant
  const words = one.words instanceof RegExp ? one.words : one.words[byKey ? 'key' : 'device']
  using machine = await assistantMachine(assistant, command)
  await using upstream = startUpstream(({ body }) =>
    body.stream === true ? streamText([ANSWER]) : wholeAnswer(ANSWER),
  )
  script?.(upstream)
  const log = countingLog()
  await using service = startService({
    engines: [
      localEngine(script === undefined ? NO_SERVER : upstream.url, {
        timeout_seconds: engineSeconds,
      }),
    ],
    log,
    heavyWidth: 1,
    limits: { keepaliveMs: KEEPALIVE_MS, ...(isFull ? { codeLeaseWaitMs: LEASE_WAIT_MS } : {}) },
  })
  one.prepare?.(service)
  const how = (await one.how?.(assistant, machine.work)) ?? {}
  const line = waits ? await occupied(service, upstream) : undefined
  using _ = isFull ? await holdAllLeases(service, upstream) : undefined
  const ended = machine.ask({
    ...{ service, question: one.question ?? QUESTION, how, byKey },
    ...(credential === undefined ? {} : { credential }),
    change: (settings) =>
      assistant.command === 'codex'
        ? `${settings}\nstream_idle_timeout_ms = ${PATIENCE_MS}${isFull ? '\nstream_max_retries = 1' : ''}`
        : settings,
  })
  await line?.release(assistant.command === 'opencode' ? LONG_WAIT_MS : WAIT_MS)
  const { code, stdout, stderr, isLate } = await ended
  const seen = `${stdout}\n${stderr}`.trim()
  // Side questions, as for a title, come without tools.
  const heavy = upstream.requests.filter(({ body }) => Array.isArray(body['tools']))
  const faults: string[] = []
  if (isLate) faults.push('did not end')
  if (waits && code !== 0) faults.push(`ended with ${code}`)
  if (heavy.length !== heavyTasks) faults.push(`asked a model ${heavy.length} times`)
  const asks = one.asks?.[assistant.command] ?? log.asks()
  if (log.asks() !== asks) faults.push(`asked Hearth ${log.asks()} times`)
  if (!words.test(seen)) faults.push(`said ${seen.slice(-MAX_SHOWN_CHARACTERS)}`)
  return faults
}

/** A log that counts the requests for answers. */
function countingLog() {
  let count = 0
  return {
    ...{ debug() {}, warn() {}, error() {}, flush() {} },
    info(fields: object, message: string) {
      const route = String(Reflect.get(fields, 'route'))
      if (message === 'request' && /^\/api\/(?:chat$|code\/v1\/(?!models))/.test(route)) count += 1
    },
    asks: () => count,
  }
}

/** A text that is larger than the bodies that the code surface takes. */
async function longText(work: string): Promise<string> {
  const path = join(work, 'long.txt')
  await Bun.write(path, 'otter '.repeat(MAX_CODE_CHAT_BYTES / 5))
  return path
}

/** A picture that does not compress, of the same size. */
async function noise(work: string): Promise<string> {
  const [width, height, channels] = [1_500, 1_000, 3] as const
  const pixels = Buffer.alloc(width * height * channels)
  for (let at = 0; at < pixels.length; at += MAX_RANDOM_BYTES)
    crypto.getRandomValues(pixels.subarray(at, at + MAX_RANDOM_BYTES))
  const path = join(work, 'noise.png')
  await Bun.write(path, await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer())
  return path
}

/** Fills the admission with answers that do not come. */
async function holdAllLeases(service: TestService, upstream: Upstream) {
  const leaving = new AbortController()
  upstream.script(() => handStream().response)
  const body = JSON.stringify({
    ...{ model: 'local/test-model', stream: true },
    messages: [{ role: 'user', content: 'Say a long word.' }],
  })
  const callers = Array.from({ length: MAX_LEASES }, () => service.makeKey().authorization)
  const responses = await Promise.all(
    callers.map((authorization) =>
      fetch(`${service.url}/v1/chat/completions`, {
        ...{ method: 'POST', body, signal: leaving.signal },
        headers: { authorization, 'content-type': 'application/json' },
      }),
    ),
  )
  return {
    /** Referenced, because Bun closes the connection of a garbage collected response. */
    responses,
    [Symbol.dispose]: () => leaving.abort(),
  }
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
    async release(waitMs: number) {
      await waiting.promise
      stop()
      await Bun.sleep(waitMs)
      await stream.finish()
      await other
    },
  }
}
