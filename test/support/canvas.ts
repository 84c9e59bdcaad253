import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { matches } from '../../src/platform/check.ts'
import { requestFrom } from './devices.ts'
import { jsonInit, type TestApp } from './service.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const Started = Type.Object({
  device_code: Type.String(),
  user_code: Type.String(),
  verification_uri: Type.String(),
  expires_in: Type.Integer(),
  interval: Type.Integer(),
})

const Pair = Type.Object({
  refresh_token: Type.String(),
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
})

/** A client of the canvas surface with a given network address. */
export function canvasApp({ app }: Pick<TestApp, 'app'>, address = '192.0.2.7') {
  const send = (path: string, init: RequestInit) =>
    requestFrom({ app }, address, `/api/canvas${path}`, init)
  const post = (path: string, body: object) => send(path, jsonInit('POST', body))
  return {
    send,
    post,
    postForm: (path: string, body: string) => send(path, { method: 'POST', headers: FORM, body }),
    start: async (body: object = { client_name: 'Studio' }) =>
      read(await post('/device/start', body), Started),
    poll: (device_code: string, more: object = {}) =>
      post('/device/poll', { device_code, ...more }),
    refresh: (refresh_token: string) => post('/token/refresh', { refresh_token }),
    me: (access_token: string) =>
      send('/me', { headers: { authorization: `Bearer ${access_token}` } }),
    /** Sends the request of a user's browser from the same address. */
    verify: (headers: Record<string, string>, body: object) =>
      send('/device/verify', jsonInit('POST', body, headers)),
  }
}

/** Pairs an app for a signed-in browser. */
export async function pairedApp(
  service: Pick<TestApp, 'app'>,
  headers: Record<string, string>,
  address?: string,
) {
  const app = canvasApp(service, address)
  const { device_code, user_code } = await app.start()
  await app.verify(headers, { user_code, decision: 'approve' })
  return { ...app, ...(await pairOf(await app.poll(device_code))) }
}

/** The tokens of an answer. @throws {Error} for an answer without tokens */
export function pairOf(response: Response): Promise<Static<typeof Pair>> {
  return read(response, Pair)
}

async function read<schema extends TSchema>(
  response: Response,
  schema: schema,
): Promise<Static<schema>> {
  const body: unknown = await response.json()
  if (response.status === 200 && matches(schema, body)) return body
  throw new Error(`Answered ${response.status}: ${JSON.stringify(body)}`)
}
