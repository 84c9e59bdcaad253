import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readFormOrJson } from '../../src/http/body/form.ts'
import { readJson } from '../../src/http/body/json.ts'
import { spoolBody, spoolMultipart } from '../../src/http/body/spool.ts'
import { readStream } from '../../src/http/body/stream.ts'
import { HTTP_LIMITS, type HttpLimits } from '../../src/http/limits.ts'
import { errors } from '../../src/http/reply/errors.ts'
import { connectionOf } from '../../src/http/server/connection.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { RouteTable } from '../../src/http/server/route-table.ts'
import { AppError } from '../../src/platform/errors.ts'
import { LocalSpool } from '../../src/storage/local-spool.ts'
import { tempFolder } from './process.ts'
import { createTestApp } from './service.ts'

const Text = Type.Object({ text: Type.String() })

/** A listening app with one route for each body reader. Its answers contain what was read. */
export function startBodyApp({ maxBytes, ...limits }: Partial<HttpLimits> & { maxBytes: number }) {
  const service = createTestApp()
  const folder = tempFolder()
  const spool = new LocalSpool({ folder: folder.path })
  const routes = new RouteTable()
  let allowed = true
  let started = Promise.withResolvers<void>()
  const ends: unknown[] = []
  const waiters = new Set<() => void>()

  /** Records how reading ended, because a disconnected client gets no answer. */
  async function recorded<value>(reading: Promise<value>): Promise<value> {
    started.resolve()
    const end = await reading.then(
      () => 'read',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    )
    ends.push(end)
    for (const notify of waiters) notify()
    return reading
  }

  const app = new Elysia()
    .use(errors({ log: service.services.log, routes }))
    .onTransform(({ request }) => {
      connectionOf(request).reauthorize = () => {
        if (!allowed) throw new AppError('unauthorized', 'Refused meanwhile')
      }
    })
    .post('/json', ({ request }) => recorded(hashed((o) => readJson(request, Text, maxBytes, o))), {
      parse: 'none',
    })
    .post(
      '/form',
      ({ request }) => recorded(hashed((o) => readFormOrJson(request, Text, maxBytes, o))),
      { parse: 'none' },
    )
    .post('/stream', ({ request }) => recorded(hashed((o) => count(request, maxBytes, o))), {
      parse: 'none',
    })
    .post('/raw', ({ request }) => recorded(spoolBody(request, spool, maxBytes)), { parse: 'none' })
    .post('/multipart', ({ request }) => recorded(multipart(request, spool, maxBytes)), {
      parse: 'none',
    })
  routes.fill(app.routes)
  const { log, metrics, config: settings } = service.services
  const listeners = listen({
    app,
    log,
    metrics,
    settings,
    limits: { ...HTTP_LIMITS, ...limits },
  })
  return {
    port: listeners.main.port ?? 0,
    folder: folder.path,
    spool,
    /** Whether guards still accept their callers. */
    set allowed(value: boolean) {
      allowed = value
    },
    /** Resolves when the reading of a body has started since the last call. */
    async started() {
      await started.promise
      started = Promise.withResolvers()
    },
    /** Resolves with how each reading ended, once there are `count`. */
    async ends(count: number) {
      while (ends.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiters.add(resolve)
        await promise
        waiters.delete(resolve)
      }
      return ends
    },
    async [Symbol.asyncDispose]() {
      await listeners.stop()
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
export type BodyApp = ReturnType<typeof startBodyApp>

async function hashed<value>(
  read: (options: { hasher: Bun.CryptoHasher }) => Promise<value>,
): Promise<{ value: value; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  const value = await read({ hasher })
  return { value, sha256: hasher.digest('hex') }
}

async function count(request: Request, maxBytes: number, options: { hasher: Bun.CryptoHasher }) {
  let bytes = 0
  for await (const chunk of readStream(request, maxBytes, options)) bytes += chunk.byteLength
  return bytes
}

async function multipart(request: Request, spool: LocalSpool, maxBytes: number) {
  const { fields, files, sha256 } = await spoolMultipart(request, spool, { maxBytes, maxFiles: 3 })
  return { fields: Object.fromEntries(fields), files, sha256 }
}
