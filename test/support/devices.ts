import { setConnection } from '../../src/http/server/connection.ts'
import { jsonInit, type TestApp } from './service.ts'
import { makePerson } from './users.ts'

export const START = '/api/code/devices/start'
export const POLL = '/api/code/devices/poll'
export const APPROVE = '/code/approve'

/** What a start answers. */
export interface Started {
  device_code: string
  user_code: string
  verification_uri: string
}

/** A request from a network address, as the listener would have it. */
export function askFrom(
  { app }: Pick<TestApp, 'app'>,
  address: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const request = new Request(`http://localhost${path}`, init)
  setConnection(request, { requestId: 'test', viaProxy: true, address, client: address })
  return Promise.resolve(app.fetch(request))
}

export async function startDevice(
  service: Pick<TestApp, 'request'>,
  body: object = { client_name: 'laptop' },
): Promise<Started> {
  const response = await service.request(START, jsonInit('POST', body))
  if (response.status !== 200) throw new Error(`The start was refused: ${response.status}`)
  return (await response.json()) as Started
}

/** Somebody and their machine, which is let in without the way through a browser. */
export function letIn(
  { services }: Pick<TestApp, 'services'>,
  person = makePerson(services),
  name = 'laptop',
) {
  const { id, credential } = services.devices.createCode({
    userId: person.id,
    name,
    address: '192.0.2.1',
  })
  return { person, id, credential, headers: { authorization: `Bearer ${credential}` } }
}
