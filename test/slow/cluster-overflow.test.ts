import { describe, expect, test } from 'bun:test'
import { workerHost } from '../support/cluster.ts'
import { asOwner, startProcess, tempFolder } from '../support/process.ts'
import { HAS_REDIS, redisServer } from '../support/redis-server.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

/** Well above the bound of the stream, which Redis keeps to a hundred entries or so. */
const OTHER_ENTRIES = 21_000
const BOUND = ['MAXLEN', '~', '20000']

/** An API node as a process with a stream of which the client has the first piece. */
async function midAnswer() {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await redisServer())
  const engine = steppedEngine('far')
  stack.use(workerHost({ url: redis.url, text: [engine.engine] }))
  const folder = stack.use(tempFolder())
  const service = stack.use(await startProcess(folder.path, '', { QUEUE_URL: redis.url }))
  const ask = () =>
    asOwner(service.url, 'POST', '/v1/chat/completions', {
      ...{ model: 'far', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
    })
  const answer = await ask()
  const reader = (answer.body ?? new ReadableStream()).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const read = async () => {
    const { value, done } = await reader.read()
    if (!done) text += decoder.decode(value, { stream: true })
    return !done
  }
  engine.say('First')
  while (!text.includes('First')) await read()
  const rest = async () => {
    while (await read());
    return text
  }
  const client = new Bun.RedisClient(redis.url)
  stack.defer(() => client.close())
  const [stream] = await client.send('KEYS', ['hearth:@in:*'])
  const length = async () => Number(await client.send('XLEN', [stream]))
  return Object.assign(stack, { ...engine, service, client, rest, ask, stream, length })
}

describe.skipIf(!HAS_REDIS)('the stream of an API node that has stopped', () => {
  test('an answer of which entries went over the bound fails, and has no gap', async () => {
    await using at = await midAnswer()
    process.kill(at.service.pid, 'SIGSTOP')
    // The worker node does not give it up before the end of this test.
    const [alive] = await at.client.send('KEYS', ['hearth:@api:*'])
    await at.client.send('PEXPIRE', [alive, '60000'])
    const sent = async (text: string) => {
      const before = await at.length()
      at.say(text)
      while ((await at.length()) === before) await Bun.sleep(1)
    }
    // The first one is the reply to the read that waited as it stopped; the next one is cut.
    await sent(' second')
    await sent(' third')
    // What other calls say in the meantime.
    for (let count = 0; count < OTHER_ENTRIES; count += 1_000)
      await Promise.all(
        Array.from({ length: 1_000 }, () =>
          at.client.send('XADD', [at.stream, 'NOMKSTREAM', ...BOUND, '*', 'm', '[]']),
        ),
      )
    await sent(' fourth')
    at.end()
    process.kill(at.service.pid, 'SIGCONT')
    const text = await at.rest()
    expect(text).toContain(' second')
    expect(text).not.toContain(' fourth')
    expect(text).not.toContain('"finish_reason":"stop"')
    expect(text).toContain('"error"')
    // The next one is whole.
    const next = await at.ask()
    at.say('Whole')
    at.end()
    expect(await next.text()).toContain('"finish_reason":"stop"')
  })
})
