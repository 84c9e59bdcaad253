import { expect, test } from 'bun:test'
import { AppError } from '../../../src/platform/errors.ts'
import { createTestApp } from '../../support/service.ts'
import { thrown } from '../../support/thrown.ts'

const BACK = 'http://127.0.0.1:8787/login/callback'
const REFUSED = new AppError('sign_in_failed', 'The sign-in was refused')
const EXPIRED = new AppError('sign_in_failed', 'This sign-in has expired: begin again')

function setUp() {
  const service = createTestApp({
    env: {
      BASE_URL: 'http://127.0.0.1:8787',
      GITHUB_CLIENT_ID: 'hearth',
      GITHUB_CLIENT_SECRET: 'secret-of-the-tests',
    },
  })
  const { signIn } = service.services
  const begin = async () => {
    const { url, binding } = await signIn.begin('github', BACK, '/app/')
    return { state: url.searchParams.get('state') ?? '', binding }
  }
  /** What a way back is told that the person has refused at the provider. */
  const refuse = (state: string, binding: string | undefined) =>
    thrown(signIn.finish(new URLSearchParams({ state, error: 'access_denied' }), binding))
  return { service, begin, refuse }
}

test('many started attempts do not displace those of other browsers', async () => {
  const { service, begin, refuse } = setUp()
  await using _ = service
  const { state, binding } = await begin()
  for (let count = 0; count < 10_000; count += 1) await begin()
  expect(await refuse(state, binding)).toEqual(REFUSED)
})

test('a callback is accepted once, also when two arrive at a time', async () => {
  const { service, begin, refuse } = setUp()
  await using _ = service
  const { state, binding } = await begin()
  const told = await Promise.all([refuse(state, binding), refuse(state, binding)])
  // Either may be the first: both are opened beside each other.
  expect(told).toContainEqual(REFUSED)
  expect(told).toContainEqual(EXPIRED)
  expect(await refuse(state, binding)).toEqual(EXPIRED)
})

test('what a browser takes along counts only with its own state, whole, and from this process', async () => {
  const { service, begin, refuse } = setUp()
  await using _ = service
  const [own, other] = [await begin(), await begin()]
  const foreign = setUp()
  await using __ = foreign.service
  const stranger = await foreign.begin()
  const cut = own.binding.slice(0, -1)
  for (const [state, binding] of [
    [own.state, other.binding],
    [own.state, undefined],
    [own.state, ''],
    [own.state, own.state],
    [own.state, cut],
    [own.state, `${own.binding}AAAA`],
    ['', own.binding],
    [own.state.slice(0, -1), own.binding],
    [stranger.state, stranger.binding],
  ] as const) {
    expect(await refuse(state, binding)).toEqual(EXPIRED)
  }
  expect(await refuse(own.state, own.binding)).toEqual(REFUSED)
})
