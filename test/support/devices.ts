import { jsonInit, requestOf, type TestApp } from './service.ts'
import { makeUser } from './users.ts'

export const START = '/api/code/devices/start'
export const POLL = '/api/code/devices/poll'
export const APPROVE = '/code/approve'

/** The answer to the start of a device authorization. */
export interface Started {
  device_code: string
  user_code: string
  verification_uri: string
}

/** Sends a request with a network address, as a proxy on this machine forwards it. */
export function requestFrom(
  { app }: Pick<TestApp, 'app'>,
  address: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return Promise.resolve(app.fetch(requestOf(path, init, { client: address })))
}

export async function startDevice(
  service: Pick<TestApp, 'request'>,
  body: object = { client_name: 'laptop' },
): Promise<Started> {
  const response = await service.request(START, jsonInit('POST', body))
  if (response.status !== 200) throw new Error(`The start was refused: ${response.status}`)
  return (await response.json()) as Started
}

/** Creates a user's approved device directly, without the approval in a browser. */
export function createDevice(
  { services }: Pick<TestApp, 'services'>,
  person = makeUser(services),
  name = 'laptop',
) {
  const { id, credential } = services.devices.createCode({
    userId: person.id,
    name,
    address: '192.0.2.1',
  })
  return { person, id, credential, headers: { authorization: `Bearer ${credential}` } }
}
