/**
 * Collects schemas with an `$id`. Each becomes a component and every use of it a reference, so that
 * generated clients have one type for it.
 */
export class Components {
  readonly schemas: Record<string, object> = {}
  readonly #texts = new Map<string, string>()

  /** @throws {Error} When two different schemas have one name */
  hoist(value: object): object {
    return Object(this.#walk(JSON.parse(JSON.stringify(value))))
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item))
    if (typeof value !== 'object' || value === null) return value
    const { $id: name, ...rest } = Object(value)
    const walked = Object.fromEntries(
      Object.entries(rest).map(([key, item]) => [key, this.#walk(item)]),
    )
    if (typeof name !== 'string') return walked
    const text = JSON.stringify(walked)
    if ((this.#texts.get(name) ?? text) !== text) throw new Error(`Two schemas are called ${name}`)
    this.#texts.set(name, text)
    this.schemas[name] = walked
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** A schema without TypeBox's symbols. */
export function plainSchema(schema: unknown): unknown {
  return schema === undefined ? undefined : JSON.parse(JSON.stringify(schema))
}
