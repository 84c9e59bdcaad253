import { expect, test } from 'bun:test'
import { BodyBudget } from '../../src/http/body/body-budget.ts'
import { type LateOptions, lateResponse } from '../../src/http/reply/late-response.ts'
import { contextOf } from '../support/http-context.ts'
import { thrown } from '../support/thrown.ts'

function options(over: Partial<LateOptions> = {}): LateOptions {
  const contentType = 'application/json'
  return { contentType, head: '', afterMs: 1, everyMs: 1, onLeave: () => {}, ...over }
}

test('an answer that is there in time is sent as it is, and its failure has a status', async () => {
  const soon = await lateResponse(
    contextOf(),
    Promise.resolve('{}'),
    options({ afterMs: undefined }),
  )
  expect([soon.headers.get('content-type'), await soon.text()]).toEqual(['application/json', '{}'])
  const failure = new Error('refused')
  expect(await thrown(lateResponse(contextOf(), Promise.reject(failure), options()))).toBe(failure)
})

test('a large answer that is there in time takes of the memory for all bodies until it is sent', async () => {
  const context = contextOf()
  const budget = new BodyBudget(300_000)
  context.connection.holdMemory = (bytes) => budget.hold(bytes)
  const answer = () =>
    lateResponse(context, Promise.resolve('a'.repeat(200_000)), options({ isRepeatable: true }))
  const first = await answer()
  expect(budget.usedBytes).toBe(200_000)
  expect(await thrown(answer())).toMatchObject({ code: 'busy' })
  expect((await first.text()).length).toBe(200_000)
  expect(budget.usedBytes).toBe(0)
})

test('a late answer begins with its head and line breaks, and is broken off when it fails', async () => {
  const text = Promise.withResolvers<string>()
  const late = await lateResponse(contextOf(), text.promise, options({ head: 'WEBVTT' }))
  text.resolve('WEBVTT\n\nwords')
  expect(await late.text()).toMatch(/^WEBVTT\n+words$/)
  const failing = Promise.withResolvers<string>()
  const broken = await lateResponse(contextOf(), failing.promise, options())
  failing.reject(new Error('refused'))
  expect(await thrown(broken.text())).toBeInstanceOf(Error)
})

test('who leaves a late answer ends its work', async () => {
  let hasLeft = false
  const never = new Promise<string>(() => {})
  const onLeave = () => {
    hasLeft = true
  }
  const late = await lateResponse(contextOf(), never, options({ onLeave }))
  await late.body?.cancel()
  expect(hasLeft).toBe(true)
})

test('a late answer breaks off, and its work ends, once its caller is refused', async () => {
  const left = Promise.withResolvers<void>()
  const text = Promise.withResolvers<string>()
  let refused = false
  const context = contextOf()
  context.connection.reauthorize = () => {
    if (refused) throw new Error('revoked')
  }
  const late = await lateResponse(context, text.promise, options({ onLeave: left.resolve }))
  const reader = late.body?.getReader()
  expect(await reader?.read()).toMatchObject({ done: false })
  refused = true
  await left.promise
  text.resolve('{"text": "late"}')
  const rest = new Response(
    new ReadableStream({
      async pull(controller) {
        const piece = await reader?.read()
        if (piece === undefined || piece.done) controller.close()
        else controller.enqueue(piece.value)
      },
    }),
  )
  expect(await thrown(rest.text())).toMatchObject({ message: 'revoked' })
})
