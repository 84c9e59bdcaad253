import { describe, expect, test } from 'bun:test'
import { apiNode, nodeThat, readCall, textCall, workerHost } from '../support/cluster.ts'
import { fakeEngine } from '../support/engines.ts'
import { HAS_REDIS, redisServer } from '../support/redis-server.ts'
import { steppedEngine } from '../support/stepped-engine.ts'
import { thrown } from '../support/thrown.ts'

const OPTIONS = { runId: 'run_1', signal: AbortSignal.timeout(90_000) }
const FROZEN_MS = 10_000

/** A worker node with an engine whose first piece has arrived, and one that answers at once. */
async function midCall() {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await redisServer())
  const stepped = steppedEngine()
  const quick = fakeEngine('quick', async function* answer() {
    yield [{ type: 'text', text: 'Hello' }]
  })
  stack.use(workerHost({ url: redis.url, text: [stepped.engine, quick], width: 4 }))
  const cluster = stack.use(apiNode(redis.url))
  await nodeThat(cluster)
  const call = cluster.call('gpu1', textCall(), OPTIONS)
  stepped.say('First')
  await call.next()
  const ask = () => readCall(cluster.call('gpu1', { ...textCall(), engine: 'quick' }, OPTIONS))
  return Object.assign(stack, { ...stepped, redis, cluster, call, ask })
}

/** Asks until the worker node answers again. */
async function answered({ ask }: Awaited<ReturnType<typeof midCall>>) {
  for (;;) {
    try {
      return await ask()
    } catch {
      await Bun.sleep(100)
    }
  }
}

/** What the client of a call has at its end. */
async function endOf(call: ReturnType<typeof readCall>) {
  return await call.then(
    ({ events }) => ({
      text: events.map((one) => Reflect.get(Object(one), 'text') ?? '').join(''),
    }),
    (error) => ({ kind: Reflect.get(Object(error), 'kind') }),
  )
}

describe.skipIf(!HAS_REDIS)('when Redis itself fails', () => {
  test('a memory that is full ends calls in words, and they are made again when it has room', async () => {
    await using at = await midCall()
    const client = new Bun.RedisClient(at.redis.url)
    await client.send('CONFIG', ['SET', 'maxmemory', '1'])
    expect(await thrown(at.ask())).toMatchObject({
      ...{ verdict: 'transient', kind: 'unreachable' },
      message: 'The memory of Redis is full',
    })
    at.say(' second')
    at.end()
    expect(await thrown(readCall(at.call))).toMatchObject({ kind: 'unreachable' })
    await client.send('CONFIG', ['SET', 'maxmemory', '0'])
    client.close()
    expect((await answered(at)).events).toEqual([{ type: 'text', text: 'Hello' }])
  })

  test('a Redis that does not answer for ten seconds ends calls, and is used again then', async () => {
    await using at = await midCall()
    at.redis.freeze()
    const thawed = Bun.sleep(FROZEN_MS).then(() => at.redis.thaw())
    const asked = thrown(at.ask())
    at.say(' second')
    expect(await thrown(readCall(at.call))).toMatchObject({ kind: 'unreachable' })
    expect(await asked).toMatchObject({ kind: 'unreachable' })
    await thawed
    expect((await answered(at)).events).toEqual([{ type: 'text', text: 'Hello' }])
  })

  test('a Redis that has lost everything at a restart cuts no answer without saying so', async () => {
    await using at = await midCall()
    await at.redis.kill()
    at.say(' second')
    await at.redis.start()
    at.end()
    expect([{ text: ' second' }, { kind: 'unreachable' }]).toContainEqual(
      await endOf(readCall(at.call)),
    )
    expect((await answered(at)).events).toEqual([{ type: 'text', text: 'Hello' }])
  })

  test('a stream from which entries were cut before they were read cuts no answer without saying so', async () => {
    await using at = await midCall()
    const client = new Bun.RedisClient(at.redis.url)
    const [stream] = await client.send('KEYS', ['hearth:@in:*'])
    const ids: string[] = []
    for (const line of String(await client.send('CLIENT', ['LIST'])).split('\n'))
      if (line.includes('cmd=xread ')) ids.push(/\bid=(\d+)/.exec(line)?.[1] ?? '')
    for (const id of ids) await client.send('CLIENT', ['KILL', 'ID', id])
    at.say(' second')
    at.end()
    await client.send('XTRIM', [stream, 'MAXLEN', '0'])
    client.close()
    expect([{ text: ' second' }, { kind: 'unreachable' }]).toContainEqual(
      await endOf(readCall(at.call)),
    )
  })

  test('what a killed API node has left is deleted by the next one, and nothing of one that lives', async () => {
    await using redis = await redisServer()
    const client = new Bun.RedisClient(redis.url)
    await using _living = apiNode(redis.url)
    while ((await client.send('KEYS', ['hearth:@in:*'])).length === 0) await Bun.sleep(10)
    const [stream] = await client.send('KEYS', ['hearth:@in:*'])
    const living = `hearth:@blob:${String(stream).slice('hearth:@in:'.length)}.x.1:0`
    const dead = [
      'hearth:@blob:killed.x.2:0',
      'hearth:@blob:killed.x.2:1',
      'hearth:@blob:gone.y.1:0',
    ]
    for (const key of [living, ...dead]) await client.set(key, 'recording', 'PX', 3_600_000)
    await client.send('XADD', ['hearth:@in:killed', '*', 'm', '[]'])
    await using _next = apiNode(redis.url)
    const left = async () => await client.send('EXISTS', ['hearth:@in:killed', ...dead])
    while ((await left()) > 0) await Bun.sleep(50)
    expect([await client.exists(living), await client.exists(String(stream))]).toEqual([true, true])
    client.close()
  })
})

describe.skipIf(!HAS_REDIS)('the line of a worker node', () => {
  test('two API nodes, of which one knows nothing of the other, have one heavy task at a time', async () => {
    await using redis = await redisServer()
    const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [running, most, count] = [0, 0, 0]
    const engine = fakeEngine('local', async function* work() {
      running += 1
      count += 1
      most = Math.max(most, running)
      started.resolve()
      if (count === 1) await release.promise
      running -= 1
      yield [{ type: 'text', text: `${count}` }]
    })
    await using _host = workerHost({ url: redis.url, text: [engine] })
    await using first = apiNode(redis.url)
    await using second = apiNode(redis.url)
    await Promise.all([nodeThat(first), nodeThat(second)])
    const old = readCall(first.call('gpu1', textCall(), OPTIONS))
    await started.promise
    const next = readCall(second.call('gpu1', textCall(), OPTIONS))
    // It has arrived when its worker node lists both, which is no change that is told.
    while (second.nodes[0]?.announcement.calls.length !== 2) await Bun.sleep(10)
    expect(count).toBe(1)
    release.resolve()
    expect((await old).events).toEqual([{ type: 'text', text: '1' }])
    expect((await next).events).toEqual([{ type: 'text', text: '2' }])
    expect(most).toBe(1)
  })
})
