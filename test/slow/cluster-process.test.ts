import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { apiNode, nodeThat, readCall } from '../support/cluster.ts'
import {
  asOwner,
  endOfJob,
  jobOf,
  postJob,
  startProcess,
  startWorkerNode,
  tempFolder,
} from '../support/process.ts'
import { HAS_REDIS, redisServer } from '../support/redis-server.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { thrown } from '../support/thrown.ts'

const PASSWORD = 'password-of-redis'
const API_KEY = 'sk-key-of-the-upstream-server'

/** A model server that answers, or waits for ever when the message says so. */
function upstream() {
  const open = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (request.method !== 'POST') return Response.json({ data: [{ id: 'far' }] })
      if (!(await request.text()).includes('wait'))
        return Response.json({
          choices: [
            { message: { role: 'assistant', content: 'From afar' }, finish_reason: 'stop' },
          ],
        })
      request.signal.addEventListener('abort', () => closed.resolve())
      open.resolve()
      return new Promise<Response>(() => {})
    },
  })
  return {
    toml: `[[engines]]\nid = "local"\nadapter = "openai-http"\nbase_url = "${server.url.origin}/v1"\nmodels = ["far"]\napi_key = "${API_KEY}"\n`,
    open: open.promise,
    closed: closed.promise,
    [Symbol.dispose]: () => void server.stop(true),
  }
}

function call(content: string) {
  const turn = {
    ...{ model: 'far', messages: [{ role: 'user' as const, content }] },
    ...{ options: {}, stream: false },
  }
  return { kind: 'text', engine: 'local', account: 'local', turn } as const
}

const OPTIONS = { runId: 'run_1', signal: AbortSignal.timeout(60_000) }

describe.skipIf(!HAS_REDIS)('npm run worker', () => {
  test('a chat is answered by a worker node, and no secret is in Redis', async () => {
    using server = upstream()
    await using redis = await redisServer({ args: ['--requirepass', PASSWORD] })
    const QUEUE_URL = redis.url.replace('//', `//:${PASSWORD}@`)
    using workerFolder = tempFolder()
    using folder = tempFolder()
    const own = '[[engines]]\nid = "own"\nadapter = "demo"\nmodels = ["near"]\n'
    await using worker = await startWorkerNode(workerFolder.path, server.toml, {
      ...{ QUEUE_URL, QUEUE_NAME: 'gpu1' },
    })
    expect(worker.printed).toStartWith(`Worker node gpu1: connected to ${redis.url}, engines local`)
    await using service = await startProcess(folder.path, own, { QUEUE_URL })
    await using cluster = apiNode(QUEUE_URL)
    await nodeThat(cluster)
    const ask = () =>
      asOwner(service.url, 'POST', '/v1/chat/completions', {
        ...{ model: 'far', messages: [{ role: 'user', content: 'Hello' }] },
      })
    let answer = await ask()
    // The service has connected at about the same time as this test.
    while (answer.status === 404) answer = await ask()
    expect(await answer.json()).toMatchObject({
      choices: [{ message: { content: 'From afar' } }],
    })
    const stored = await everythingIn(QUEUE_URL)
    expect(stored).toContain('@workers')
    for (const secret of [PASSWORD, API_KEY]) {
      expect(stored).not.toContain(secret)
      expect(service.logLines().join('\n') + worker.logText()).not.toContain(secret)
    }
    const waiting = thrown(readCall(cluster.call('gpu1', call('wait'), OPTIONS)))
    await server.open
    expect(await worker.kill('SIGTERM')).toBe(0)
    await server.closed
    await nodeThat(cluster, ({ state }) => state === 'stopped')
    expect(await waiting).toMatchObject({ verdict: 'transient', kind: 'unreachable' })
  })

  test('a killed worker node is lost within 6 seconds, and its calls fail honestly', async () => {
    using server = upstream()
    await using redis = await redisServer()
    using folder = tempFolder()
    const env = { QUEUE_URL: redis.url, QUEUE_NAME: 'gpu1' }
    await using cluster = apiNode(redis.url)
    await using worker = await startWorkerNode(folder.path, server.toml, env)
    await nodeThat(cluster)
    const waiting = thrown(readCall(cluster.call('gpu1', call('wait'), OPTIONS)))
    await server.open
    await worker.kill('SIGKILL')
    const killedAt = performance.now()
    expect(await waiting).toMatchObject({
      ...{ verdict: 'transient', kind: 'unreachable' },
      message: 'The worker node gpu1 is lost',
    })
    // Six seconds on a machine that has time, and not minutes on another.
    expect(performance.now() - killedAt).toBeLessThan(2 * 6_000)
    expect(cluster.nodes[0]?.state).toBe('lost')
    expect(await cluster.forget('gpu1')).toBe(true)
    expect(cluster.nodes).toEqual([])
    await using _again = await startWorkerNode(folder.path, server.toml, env)
    await nodeThat(cluster)
    await readCall(cluster.call('gpu1', call('Hello'), OPTIONS))
  })

  test('a job of a killed API node is answered by the engine of a worker node after the restart', async () => {
    const asked = Promise.withResolvers<void>()
    let count = 0
    using server = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1', idleTimeout: 0 },
      fetch(request) {
        if (request.method !== 'POST') return Response.json({ data: [{ id: 'far' }] })
        count += 1
        asked.resolve()
        if (count === 1) return new Promise<Response>(() => {})
        const message = { role: 'assistant', content: 'From afar' }
        return Response.json({ choices: [{ message, finish_reason: 'stop' }] })
      },
    })
    const toml = `[[engines]]\nid = "local"\nadapter = "openai-http"\nbase_url = "${server.url.origin}/v1"\nmodels = ["far"]\n`
    await using redis = await redisServer()
    using workerFolder = tempFolder()
    using folder = tempFolder()
    const env = { QUEUE_URL: redis.url, QUEUE_NAME: 'gpu1' }
    await using _worker = await startWorkerNode(workerFolder.path, toml, env)
    await using service = await startProcess(folder.path, '', { QUEUE_URL: redis.url })
    // The engine of the worker node is there from the first request on.
    const { job_id: id } = await jobOf(await postJob(service.url, PRIMARY_KEY, 'Hello'))
    await asked.promise
    await service.kill('SIGKILL')
    await using again = await startProcess(folder.path, '', { QUEUE_URL: redis.url })
    expect(await endOfJob(again.url, PRIMARY_KEY, id)).toMatchObject({
      ...{ status: 'succeeded', result: { text: 'From afar' } },
    })
  })

  test('the folder of copied recordings of a killed worker node is removed by its next start', async () => {
    using server = upstream()
    await using redis = await redisServer()
    using folder = tempFolder()
    const TMPDIR = join(folder.path, 'tmp')
    mkdirSync(TMPDIR)
    const env = { QUEUE_URL: redis.url, QUEUE_NAME: 'gpu1', TMPDIR }
    await using worker = await startWorkerNode(folder.path, server.toml, env)
    const killed = readdirSync(TMPDIR)
    expect(killed).not.toEqual([])
    await worker.kill('SIGKILL')
    await using _again = await startWorkerNode(folder.path, server.toml, env)
    expect(readdirSync(TMPDIR).filter((name) => killed.includes(name))).toEqual([])
  })

  test('wrong settings end it with 2 and words, without the password', async () => {
    using folder = tempFolder()
    const config = join(folder.path, 'hearth.toml')
    await Bun.write(config, '[queue]\nurl = "http://:secret@h"\n')
    for (const [env, words] of [
      [{ HEARTH_CONFIG: config }, 'url (its value is not shown): expected an address such as'],
      [{}, 'QUEUE_URL is missing'],
    ] as const) {
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, '../../src/worker-node.ts')],
        {
          cwd: folder.path.replace(/[^/]+$/, ''),
          env: { PATH: process.env['PATH'] ?? '', ...env },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
      const text = await new Response(child.stderr).text()
      expect(await child.exited).toBe(2)
      expect(text).toContain(words)
      expect(text).not.toContain('secret')
    }
  })
})

/** Names and contents of every key, as one text. */
async function everythingIn(url: string): Promise<string> {
  const redis = new Bun.RedisClient(url)
  try {
    const names: string[] = await redis.send('KEYS', ['*'])
    const contents = names.map(async (name) => {
      switch (await redis.send('TYPE', [name])) {
        case 'stream':
          return await redis.send('XRANGE', [name, '-', '+'])
        case 'hash':
          return await redis.send('HGETALL', [name])
        case 'zset':
          return await redis.send('ZRANGE', [name, '0', '-1'])
        case 'list':
          return await redis.send('LRANGE', [name, '0', '-1'])
        case 'set':
          return await redis.send('SMEMBERS', [name])
        default:
          return await redis.send('GET', [name])
      }
    })
    return JSON.stringify([names, await Promise.all(contents)])
  } finally {
    redis.close()
  }
}
