/** A nested value of a JSON document: `pick(body, 'choices.0.message.content')`; undefined for none. */
export function pick(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) found = Reflect.get(Object(found), name)
  return found
}

/** The same for the JSON body of a response. */
export async function pickFrom(response: Response, path: string): Promise<unknown> {
  return pick(await response.json(), path)
}

/** A nested list of a JSON document. */
export function pickList(value: unknown, path: string): unknown[] {
  const list = pick(value, path)
  if (!Array.isArray(list)) throw new Error(`No list at ${path}`)
  return list
}

/** The JSON of every server-sent event of an answer, once it has ended. */
export async function pickEvents<event = unknown>(response: Response): Promise<event[]> {
  const events = (await response.text()).matchAll(/^data: (.*)$/gm)
  return Array.from(events, ([, data = '']) => JSON.parse(data))
}
