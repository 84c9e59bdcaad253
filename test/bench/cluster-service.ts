import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { asOwner, startProcess, startWorkerNode } from '../support/process.ts'
import { redisServer } from '../support/redis-server.ts'

interface ClusterOptions {
  /** For data, settings and logs. */
  folder: string
  /** Settings of the engines of every worker node. */
  toml: string
  nodes: number
}

/** An API node without engines, its Redis, and worker nodes of width 1, each a process. */
export async function startCluster({ folder, toml, nodes }: ClusterOptions) {
  await using stack = new AsyncDisposableStack()
  const redis = stack.use(await redisServer())
  const start = async (name: string) => {
    const own = join(folder, name)
    mkdirSync(own, { recursive: true })
    const env = { QUEUE_URL: redis.url, QUEUE_NAME: name }
    return stack.use(await startWorkerNode(own, toml, env))
  }
  await Promise.all(Array.from({ length: nodes }, (_, index) => start(`node${index + 1}`)))
  const own = join(folder, 'api')
  mkdirSync(own, { recursive: true })
  const service = stack.use(await startProcess(own, '', { QUEUE_URL: redis.url }))
  while ((await onlineAt(service.url)) < nodes) await Bun.sleep(20)
  const children = stack.move()
  return { url: service.url, [Symbol.asyncDispose]: () => children.disposeAsync() }
}

async function onlineAt(url: string): Promise<number> {
  const text = await (await asOwner(url, 'GET', '/admin/worker-nodes')).text()
  return text.split('"online"').length - 1
}
