import { Changes } from './changes.ts'
import { aborted, fakeEngine } from './engines.ts'

type Step = PromiseWithResolvers<string | undefined>

/** An engine whose answers come piece by piece, as the test says. */
export function steppedEngine(id = 'local') {
  /** Steps that nobody has taken yet, and turns that wait for one: one of both is empty. */
  const given: (string | undefined)[] = []
  const waiting: Step[] = []
  const turns: { isOver: boolean }[] = []
  const changes = new Changes()
  const next = async (stopped: Promise<never>) => {
    if (given.length > 0) return given.shift()
    const step: Step = Promise.withResolvers()
    waiting.push(step)
    try {
      return await Promise.race([step.promise, stopped])
    } finally {
      // The next step is for a turn that goes on.
      const index = waiting.indexOf(step)
      if (index !== -1) waiting.splice(index, 1)
    }
  }
  const give = (text: string | undefined) => {
    const step = waiting.shift()
    if (step === undefined) given.push(text)
    else step.resolve(text)
  }
  const engine = fakeEngine(id, async function* (_turn, signal) {
    const stopped = aborted(signal)
    const own = { isOver: false }
    turns.push(own)
    changes.notify()
    try {
      for (;;) {
        const text = await next(stopped)
        if (text === undefined) break
        yield [{ type: 'text' as const, text }]
      }
      yield [{ type: 'finish' as const, reason: 'stop' }]
    } finally {
      own.isOver = true
      changes.notify()
    }
  })
  return {
    engine,
    say: (text: string) => give(text),
    end: () => give(undefined),
    /** Resolves when a turn has begun and all before it are over, which is later on another machine. */
    turn: (number: number) =>
      changes.until(
        () => turns.length >= number && turns.slice(0, number - 1).every(({ isOver }) => isOver),
      ),
  }
}
