import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { startWorkerNode } from '../support/process.ts'
import { redisServer } from '../support/redis-server.ts'
import { S3_TEST_BUCKET, S3_TEST_KEY } from '../support/s3-server.ts'

const S3_SCRIPT = join(import.meta.dir, '../support/s3-process.ts')

/** A process that can be killed and started again over what it keeps. */
export interface Victim {
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

/** A server of S3 as a process, with its objects in a folder. */
async function s3Process(folder: string) {
  mkdirSync(folder, { recursive: true })
  const port = freePort()
  let child: Bun.Subprocess | undefined
  const start = async () => {
    const own = Bun.spawn([process.execPath, S3_SCRIPT, folder, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = own
    await own.stdout.getReader().read()
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  await start()
  return {
    ...{ start, kill },
    env: {
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_BUCKET: S3_TEST_BUCKET,
      FILES_S3_KEY: S3_TEST_KEY.key,
      FILES_S3_SECRET: S3_TEST_KEY.secret,
      FILES_S3_REGION: S3_TEST_KEY.region,
    },
    /** Names of its objects below a prefix. */
    names: (prefix: string) =>
      readdirSync(folder)
        .map((name) => decodeURIComponent(name))
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length)),
    [Symbol.asyncDispose]: kill,
  }
}

/** A worker node with one name through all its starts. */
async function workerNode(folder: string, toml: string, QUEUE_URL: string) {
  const TMPDIR = join(folder, 'tmp')
  mkdirSync(TMPDIR, { recursive: true })
  const env = { QUEUE_URL, TMPDIR, QUEUE_NAME: folder.split('/').at(-1) ?? '' }
  const launch = () => startWorkerNode(folder, toml, env)
  let child = await launch()
  return {
    start: async () => {
      child = await launch()
    },
    kill: async () => void (await child.kill('SIGKILL')),
    stop: async () => void (await child.kill('SIGTERM')),
    /** What it has in its folder of temporary files. */
    leftovers: () => readdirSync(TMPDIR),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

/** Redis with its log, two worker nodes, and S3 where it is wanted. */
export async function startParts(folder: string, toml: string, hasS3: boolean) {
  await using stack = new AsyncDisposableStack()
  const redis = stack.use(await redisServer({ keeps: true }))
  const s3 = hasS3 ? stack.use(await s3Process(join(folder, 's3'))) : undefined
  const nodes: Awaited<ReturnType<typeof workerNode>>[] = []
  for (const name of ['node1', 'node2'])
    nodes.push(stack.use(await workerNode(join(folder, name), toml, redis.url)))
  const parts = stack.move()
  return {
    ...{ redis, s3, nodes },
    env: { QUEUE_URL: redis.url, ...s3?.env },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
export type ClusterParts = Awaited<ReturnType<typeof startParts>>
