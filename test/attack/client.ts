import { asOwner, requestAs } from '../support/process.ts'

/** A key with every ability, made over the admin API. */
export async function makeAbleKey(url: string, label: string): Promise<string> {
  const made = await asOwner(url, 'POST', '/admin/api-keys', {
    label,
    profile: {
      ...{ generate: true, media: true },
      ...{ agent_engines: '*', agent_tasks: '*', worker_profiles: '*' },
    },
  })
  const body: unknown = await made.json()
  if (made.status !== 201 && made.status !== 200)
    throw new Error(`Cannot make a key: ${made.status} ${JSON.stringify(body)}`)
  return String(Reflect.get(Object(body), 'key'))
}

/** Sends JSON, or bytes as they are. */
export function send(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (!(body instanceof Uint8Array)) return requestAs(url, key, method, path, body, headers)
  return fetch(url + path, {
    ...{ method, body },
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
}

/** An answer that is not what was expected, and is not the service's right to refuse. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/**
 * Whether an answer has one of these statuses. A service that is busy (429, 503) or full (507) may
 * refuse.
 *
 * @throws {UnexpectedAnswer} for any other status
 */
export async function isTaken(answer: Response, ...statuses: readonly number[]): Promise<boolean> {
  if (statuses.includes(answer.status)) return true
  const text = await answer.text()
  if ([429, 503, 507].includes(answer.status)) return false
  throw new UnexpectedAnswer(`${answer.url}: ${answer.status} ${text.slice(0, 300)}`)
}
