import { type ListenerOptions, listen } from '../../src/http/server/listeners.ts'
import { createTestApp, type TestOptions } from './service.ts'

/** The service on loopback with other bounds on its connections, so that a test can wait for them. */
export function startBounded(
  bounds: Pick<ListenerOptions, 'idleSeconds' | 'lingerSeconds'>,
  options: TestOptions = {},
) {
  const test = createTestApp(options)
  const { services } = test
  const { log, metrics, config: settings } = services
  const listeners = listen({ app: test.app, log, metrics, settings, ...bounds })
  const port = listeners.main.port ?? 0
  return {
    ...test,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await services.lifecycle.stop(0)
      await listeners.stop()
    },
  }
}
