import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiNode, logLines, nodeThat, readCall, textCall, workerHost } from '../support/cluster.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { tempFolder } from '../support/process.ts'
import { HAS_REDIS, redisServer } from '../support/redis-server.ts'
import { steppedEngine } from '../support/stepped-engine.ts'
import { thrown } from '../support/thrown.ts'

const OPTIONS = { runId: 'run_1', signal: AbortSignal.timeout(60_000) }
/** Far more than the 50 ms that are wanted, for a busy machine. */
const MAX_CANCEL_MS = 500

/** Resolves with the line of a log that has the words. */
async function lineWith(lines: readonly string[], words: string): Promise<string> {
  for (;;) {
    const found = lines.find((line) => line.includes(words))
    if (found !== undefined) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Waits until it is aborted, and says when. */
function endless() {
  const started = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<number>()
  const engine = fakeEngine('local', async function* wait(_turn, signal) {
    yield [{ type: 'text', text: 'First' }]
    started.resolve()
    await new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        aborted.resolve(performance.now())
        reject(signal.reason)
      }),
    )
  })
  return { engine, started: started.promise, aborted: aborted.promise }
}

describe.skipIf(!HAS_REDIS)('when something fails between the machines', () => {
  test('a cancelled call, and one whose reader leaves, ends at its source at once', async () => {
    await using redis = await redisServer()
    const [first, second] = [endless(), endless()]
    const engines = [first.engine, { ...second.engine, id: 'other' }]
    await using _host = workerHost({ url: redis.url, text: engines, width: 2 })
    await using cluster = apiNode(redis.url)
    await nodeThat(cluster)
    const abort = new AbortController()
    const call = cluster.call('gpu1', textCall(), { runId: 'a', signal: abort.signal })
    await call.next()
    await first.started
    const abortedAt = performance.now()
    abort.abort(new Error('The client has left'))
    expect(await thrown(readCall(call))).toEqual(new Error('The client has left'))
    const cancelMs = (await first.aborted) - abortedAt
    console.log(`cancelled after ${cancelMs.toFixed(1)} ms`)
    expect(cancelMs).toBeLessThan(MAX_CANCEL_MS)
    const left = cluster.call('gpu1', { ...textCall(), engine: 'other' }, OPTIONS)
    await left.next()
    await second.started
    await left.return({ value: null })
    await second.aborted
  })

  test('a call from which a message is missing fails, and is cancelled', async () => {
    await using redis = await redisServer()
    const { engine, started, aborted } = endless()
    await using _host = workerHost({ url: redis.url, text: [engine] })
    await using cluster = apiNode(redis.url)
    await nodeThat(cluster)
    const call = cluster.call('gpu1', textCall(), OPTIONS)
    expect(await call.next()).toEqual({ done: false, value: [{ type: 'text', text: 'First' }] })
    await started
    const client = new Bun.RedisClient(redis.url)
    const [stream] = await client.send('KEYS', ['hearth:@in:*'])
    const id = (await client.send('XREVRANGE', [stream, '+', '-', 'COUNT', '1']))[0][1][1]
    const { call: name } = JSON.parse(id)[0]
    const late = [{ call: name, sequence: 7, events: [{ type: 'text', text: 'Late' }] }]
    const unknown = [{ call: 'nobody', sequence: 0, events: [] }]
    await client.send('XADD', [stream, '*', 'm', JSON.stringify([...unknown, ...late])])
    client.close()
    expect(await thrown(call.next())).toMatchObject({
      ...{ verdict: 'transient', kind: 'unreachable' },
      message: 'A part of what worker node gpu1 sent is lost',
    })
    await aborted
  })

  test('an answer goes on after Redis was killed and started again with its data', async () => {
    await using redis = await redisServer({ keeps: true })
    const [api, worker] = [logLines(), logLines()]
    const { engine, say, end } = steppedEngine()
    await using _host = workerHost({ url: redis.url, text: [engine], log: worker.log })
    await using cluster = apiNode(redis.url, api)
    await nodeThat(cluster)
    const call = cluster.call('gpu1', textCall(), OPTIONS)
    say('Before')
    expect((await call.next()).value).toEqual([{ type: 'text', text: 'Before' }])
    await redis.kill()
    await Promise.all([lineWith(api.lines, 'Cannot reach'), lineWith(worker.lines, 'Cannot reach')])
    say(' meanwhile')
    expect(await thrown(readCall(cluster.call('gpu1', textCall(), OPTIONS)))).toMatchObject({
      kind: 'unreachable',
    })
    await redis.start()
    await Promise.all([lineWith(api.lines, 'is back'), lineWith(worker.lines, 'is back')])
    say(' and after')
    end()
    const { events } = await readCall(call)
    expect(events.map((event) => Reflect.get(Object(event), 'text') ?? '').join('')).toBe(
      ' meanwhile and after',
    )
    for (const { lines } of [api, worker])
      expect(lines).toEqual([
        `warn: Cannot reach Redis at ${redis.url}: nothing listens there`,
        `info: Redis at ${redis.url} is back`,
      ])
  })

  test('a reader that is too slow gets an honest end, and its call is cancelled', async () => {
    await using redis = await redisServer()
    const over = Promise.withResolvers<void>()
    const engine = fakeEngine('local', async function* flood(_turn, signal) {
      try {
        const text = 'x'.repeat(256 * 1024)
        while (!signal.aborted) yield [{ type: 'text', text }]
      } finally {
        over.resolve()
      }
    })
    await using _host = workerHost({ url: redis.url, text: [engine] })
    await using cluster = apiNode(redis.url)
    await nodeThat(cluster)
    const call = cluster.call('gpu1', textCall(), OPTIONS)
    await call.next()
    await over.promise
    expect(await thrown(readCall(call))).toMatchObject({ verdict: 'transient' })
  })

  test('a worker node of another version is refused, and says so', async () => {
    await using redis = await redisServer()
    const { log, lines } = logLines()
    await using cluster = apiNode(redis.url)
    await using _host = workerHost({ url: redis.url, version: '0.0.1', log })
    await nodeThat(cluster, ({ state }) => state === 'refused')
    expect(await lineWith(lines, 'gives no work')).toContain('and this is 0.0.1')
    expect(await thrown(readCall(cluster.call('gpu1', textCall(), OPTIONS)))).toMatchObject({
      kind: 'unreachable',
    })
  })

  test('a clock that is an hour ahead is noticed and changes nothing', async () => {
    await using redis = await redisServer()
    await using cluster = apiNode(redis.url)
    const now = () => Date.now() + 3_600_000
    const text = [fakeEngine('local', saying('Hello'))]
    await using _host = workerHost({ url: redis.url, text, now })
    const { clockAheadMs } = await nodeThat(cluster)
    expect(Math.round(clockAheadMs / 60_000)).toBe(60)
    await readCall(cluster.call('gpu1', textCall(), OPTIONS))
  })

  test('a second worker node of a name takes it, and the first one is told', async () => {
    await using redis = await redisServer()
    const replaced = Promise.withResolvers<void>()
    await using cluster = apiNode(redis.url)
    await using _first = workerHost({ url: redis.url, onReplaced: replaced.resolve })
    const { announcement } = await nodeThat(cluster)
    const text = [fakeEngine('local', saying('Hello'))]
    await using _second = workerHost({ url: redis.url, text })
    await nodeThat(cluster, (node) => node.announcement.instance !== announcement.instance)
    await replaced.promise
  })

  test('a wrong password, a missing one and a missing server are told in words', async () => {
    await using redis = await redisServer({ args: ['--requirepass', 'right'] })
    for (const [url, words] of [
      [redis.url.replace('//', '//:wrong-one@'), 'refuses the password or the user'],
      [redis.url, 'wants a password'],
      ['redis://127.0.0.1:1', 'nothing listens there'],
    ] as const) {
      const { log, lines } = logLines()
      await using _cluster = apiNode(url, { log })
      await lineWith(lines, words)
      expect(lines.join('\n')).not.toContain('wrong-one')
    }
  })

  test.skipIf(Bun.which('openssl') === null)('TLS needs an authority that is trusted', async () => {
    using folder = tempFolder()
    const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
    const made = Bun.spawnSync([
      ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ...['-nodes', '-days', '2', '-keyout', key, '-out', cert, '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ])
    expect(made.exitCode).toBe(0)
    await using redis = await redisServer({ tls: { cert, key } })
    const { log, lines } = logLines()
    {
      await using _stranger = apiNode(redis.url, { log })
      await lineWith(lines, 'its certificate is not trusted')
    }
    await using cluster = apiNode(redis.url, { caFile: cert })
    const text = [fakeEngine('local', saying('Hello'))]
    await using _host = workerHost({ url: redis.url, caFile: cert, text })
    await nodeThat(cluster)
    const { events } = await readCall(cluster.call('gpu1', textCall(), OPTIONS))
    expect(events).toHaveLength(2)
  })
})
