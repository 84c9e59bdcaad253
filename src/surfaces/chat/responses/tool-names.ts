/** The name of a tool as the caller knows it. */
export interface ToolName {
  name: string
  namespace?: string
  /** Whether its only argument is a text. */
  isCustom: boolean
}

const SEPARATOR = '__'

/** One name for a tool of a namespace, because models know no namespaces. */
export function flatName(name: string, namespace: string | null | undefined): string {
  return namespace == null || namespace === '' ? name : `${namespace}${SEPARATOR}${name}`
}

/** The tools of a request by the names that the model has of them. */
export class ToolNames {
  readonly #names = new Map<string, ToolName>()

  add(tool: ToolName): string {
    const name = flatName(tool.name, tool.namespace)
    this.#names.set(name, tool)
    return name
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** A name that no tool has stays as the model has written it. */
  of(name: string): ToolName {
    return this.#names.get(name) ?? { name, isCustom: false }
  }
}
