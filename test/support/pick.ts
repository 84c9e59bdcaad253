/** A value deep in a JSON document: `pick(body, 'choices.0.message.content')`; undefined where there is none. */
export function pick(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) found = Reflect.get(Object(found), name)
  return found
}

/** The same, of a response's body. */
export async function pickFrom(response: Response, path: string): Promise<unknown> {
  return pick(await response.json(), path)
}

/** A list deep in a JSON document. */
export function pickList(value: unknown, path: string): unknown[] {
  const list = pick(value, path)
  if (!Array.isArray(list)) throw new Error(`No list at ${path}`)
  return list
}
