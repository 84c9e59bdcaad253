import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announcedOf } from '../../src/cluster/contract.ts'
import { BEAT_MS } from '../../src/cluster/messages.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type TranscriptionEngine,
} from '../../src/engines/contract/transcription.ts'
import { apiNode, nodeThat, readCall, textCall, workerHost } from '../support/cluster.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { tempFolder } from '../support/process.ts'
import { HAS_REDIS, redisServer } from '../support/redis-server.ts'
import { toneEngine } from '../support/speech-engines.ts'
import { thrown } from '../support/thrown.ts'

const OPTIONS = { runId: 'run_1', signal: AbortSignal.timeout(60_000) }

async function oneNode(parts: Omit<Parameters<typeof workerHost>[0], 'url'>) {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await redisServer())
  const host = stack.use(workerHost({ url: redis.url, ...parts }))
  const cluster = stack.use(apiNode(redis.url))
  await nodeThat(cluster)
  return Object.assign(stack, { redis, host, cluster })
}

describe.skipIf(!HAS_REDIS)('calls of a worker node', () => {
  test('a worker node is seen with its engines, and makes a call', async () => {
    const engine = fakeEngine('local', saying('Hello', ' there'))
    await using at = await oneNode({ text: [engine] })
    const [node] = at.cluster.nodes
    expect(node?.announcement.engines).toEqual([
      expect.objectContaining({
        id: 'local',
        models: ['small', 'large'].map((name) => expect.objectContaining({ name })),
        accounts: [{ id: 'only', probe: 'status' }],
      }),
    ])
    const { events, result } = await readCall(at.cluster.call('gpu1', textCall(), OPTIONS))
    expect(events).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'text', text: ' there' },
      { type: 'finish', reason: 'stop' },
    ])
    expect(result).toEqual({ value: null })
    expect(engine.turns).toHaveLength(1)
  })

  test('a change of the engines is announced before the next beat', async () => {
    const engine = { ...fakeEngine('local', saying('Hello')), models: ['model-0'] }
    await using at = await oneNode({ text: [engine] })
    const changes = 4
    const startedAt = performance.now()
    for (let count = 1; count <= changes; count += 1) {
      engine.models = [`model-${count}`]
      await nodeThat(at.cluster, ({ announcement }) =>
        announcedOf(announcement, 'text').some(({ models }) =>
          models.some(({ name }) => name === `model-${count}`),
        ),
      )
    }
    // Each beat but the first comes whole after the change before it.
    expect(performance.now() - startedAt).toBeLessThan((changes - 1) * BEAT_MS * 0.75)
  })

  test('1,000 events of each of five calls at a time arrive in order', async () => {
    const pieces = Array.from({ length: 1_000 }, (_, index) => `${index} `)
    await using at = await oneNode({ width: 5, text: [fakeEngine('local', saying(...pieces))] })
    const calls = Array.from({ length: 5 }, () =>
      readCall(at.cluster.call('gpu1', textCall(), OPTIONS)),
    )
    for (const { events } of await Promise.all(calls)) {
      const text = events.map((event) => Reflect.get(Object(event), 'text') ?? '').join('')
      expect(text).toBe(pieces.join(''))
    }
  })

  test('a failure keeps its facts but not its raw text', async () => {
    const failure = new EngineFailure('context_exceeded', 'No quota is left', {
      ...{
        until: 123,
        family: 'opus',
        context: { tokens: 7, limit: 5 },
      },
      ...{ isPublic: true, retryableElsewhere: true, raw: 'the whole text' },
    })
    await using at = await oneNode({ text: [fakeEngine('local', failing(failure, 'Hel'))] })
    const error = await thrown(readCall(at.cluster.call('gpu1', textCall(), OPTIONS)))
    expect(error).toBeInstanceOf(EngineFailure)
    expect({ ...(error as EngineFailure) }).toEqual({ ...failure })
    expect(error).toMatchObject({ message: 'No quota is left', raw: 'No quota is left' })
  })

  test('a turn of 40 MB arrives as it was, and leaves nothing in Redis', async () => {
    const engine = fakeEngine('local', saying('seen'))
    await using at = await oneNode({ text: [engine] })
    const text = 'ä'.repeat(20 * 1024 ** 2)
    await readCall(at.cluster.call('gpu1', textCall(text), OPTIONS))
    expect(engine.turns[0]?.messages[0]?.content === text).toBe(true)
    expect(await keysOf(at.redis.url, 'hearth:@blob:*')).toEqual([])
    expect(await keysOf(at.redis.url, 'hearth:gpu1:run_*')).toEqual([])
  })

  test('sound of speech and recordings for transcripts arrive byte for byte', async () => {
    using folder = tempFolder()
    const sound = crypto.getRandomValues(new Uint8Array(60_000))
    const heard: string[] = []
    const recogniser: TranscriptionEngine = {
      ...{ type: 'transcription', accounts: TRANSCRIPTION_ACCOUNTS, kind: 'command' },
      ...{ id: 'ears', label: 'ears', models: [], canTranslate: false },
      timeoutMs: 60_000,
      async transcribe({ path, seconds }, _signal, onProgress) {
        heard.push(Bun.SHA256.hash(await Bun.file(path).bytes(), 'hex'))
        onProgress?.(0.5)
        return {
          language: 'en',
          segments: [{ start: 0, end: seconds, text: 'Hi' }],
          hasTimes: true,
        }
      },
      async checkStatus() {},
    }
    const speech = { ...toneEngine({ id: 'voice' }), speak: async () => sound }
    await using at = await oneNode({ speech: [speech], transcriptionEngines: [recogniser] })
    const request = { text: 'Hello', voice: undefined, model: undefined, speed: 1 }
    const spoken = await readCall(
      at.cluster.call('gpu1', { kind: 'speech', engine: 'voice', request }, OPTIONS),
    )
    expect(Buffer.compare(spoken.result.bytes ?? new Uint8Array(), sound)).toBe(0)
    const file = join(folder.path, 'a.wav')
    const recording = crypto.getRandomValues(new Uint8Array(65_536))
    const large = Buffer.concat(Array.from({ length: 48 }, () => recording))
    await writeFile(file, large)
    const wanted = {
      seconds: 2,
      model: undefined,
      language: undefined,
      prompt: 'x',
      task: 'transcribe',
    }
    const { events, result } = await readCall(
      at.cluster.call(
        'gpu1',
        { kind: 'transcription', engine: 'ears', request: wanted },
        { ...OPTIONS, file },
      ),
    )
    expect(events).toEqual([{ progress: 0.5 }])
    expect(result.value).toMatchObject({ language: 'en', segments: [{ end: 2, text: 'Hi' }] })
    expect(heard).toEqual([Bun.SHA256.hash(large, 'hex')])
    expect(readdirSync(at.host.folder)).toEqual([])
    expect(await keysOf(at.redis.url, 'hearth:@blob:*')).toEqual([])
  })

  test('status checks run while the node is full', async () => {
    const gate = Promise.withResolvers<void>()
    const engine: Engine = fakeEngine('local', async function* wait() {
      await gate.promise
      yield [{ type: 'finish', reason: 'stop' }]
    })
    await using at = await oneNode({ text: [engine] })
    const answer = readCall(at.cluster.call('gpu1', textCall(), OPTIONS))
    const status = { kind: 'status', type: 'text', engine: 'local', account: 'only' } as const
    await readCall(at.cluster.call('gpu1', status, OPTIONS))
    const gone = { kind: 'status', type: 'text', engine: 'other', account: 'only' } as const
    expect(await thrown(readCall(at.cluster.call('gpu1', gone, OPTIONS)))).toMatchObject({
      verdict: 'transient',
      kind: 'unreachable',
      message: 'The worker node no longer has other',
    })
    gate.resolve()
    await answer
  })
})

async function keysOf(url: string, pattern: string): Promise<unknown> {
  const redis = new Bun.RedisClient(url)
  try {
    return await redis.send('KEYS', [pattern])
  } finally {
    redis.close()
  }
}
