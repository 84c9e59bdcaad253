import { Database } from 'bun:sqlite'
import { promises } from 'node:fs'

/** Milliseconds; a machine that is busy is as late with what a test may not rely on. */
const LATE_MS = { timer: 20, call: 15, commit: 4 }
/** Of the file system, which threads answer in any order. */
const CALLS = ['readFile', 'writeFile', 'rename', 'unlink', 'rm', 'mkdir', 'stat'] as const
/** How a transaction can be begun; the first is the function itself. */
const WAYS = ['deferred', 'immediate', 'exclusive'] as const

/**
 * Makes timers, calls of the file system, requests and commits late, each by another time, so that a test
 * which relies on what comes first fails at once instead of on a busy machine. Set by `TEST_LATE=1`.
 */
export function makeLate(): void {
  const { setTimeout: timer, fetch: request } = globalThis
  const wait = () => new Promise<void>((done) => timer(done, late(LATE_MS.call)))
  globalThis.setTimeout = new Proxy(timer, {
    // Bun marks it with `clock` while a test sets the time itself.
    apply: (target, self, [run, ms = 0, ...values]) =>
      Reflect.apply(target, self, [
        run,
        Number(ms) + ('clock' in target ? 0 : late(LATE_MS.timer)),
        ...values,
      ]),
  })
  const lateRequest = async (...given: Parameters<typeof request>) => {
    await wait()
    return request(...given)
  }
  globalThis.fetch = Object.assign(lateRequest, { preconnect: request.preconnect })
  const afterWait: ProxyHandler<typeof promises.rm> = {
    apply: async (target, self, given) => {
      await wait()
      return Reflect.apply(target, self, given)
    },
  }
  for (const name of CALLS)
    Object.assign(promises, { [name]: new Proxy(promises[name], afterWait) })
  const { transaction } = Database.prototype
  Database.prototype.transaction = new Proxy(transaction, {
    apply(target, self, given) {
      const run = Reflect.apply(target, self, given)
      // Its own properties cannot be replaced.
      return Object.assign(
        (...values: never[]) => committedLate(run)(...values),
        Object.fromEntries(WAYS.map((way) => [way, committedLate(run[way])])),
      )
    },
  })
}

function committedLate<run extends (...values: never[]) => unknown>(run: run): run {
  return new Proxy(run, {
    apply(target, self, values) {
      const result = Reflect.apply(target, self, values)
      Bun.sleepSync(late(LATE_MS.commit))
      return result
    },
  })
}

function late(most: number): number {
  return Math.random() * most
}
