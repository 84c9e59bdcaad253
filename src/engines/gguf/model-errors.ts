import type { ModelFile } from './model-folder.ts'

/** How long a file that could not be loaded is not tried again. @limit gguf-fault minutes */
export const FAULT_MS = 10 * 60_000
/** See `isForeign`. */
export const FOREIGN = 'it is no GGUF file'

/** Files that could not be loaded, until they change. */
export class ModelErrors {
  readonly #byName = new Map<string, { identity: string; reason: string; until: number }>()

  add({ name, identity }: ModelFile, reason: string): void {
    this.#byName.set(name, { identity, reason, until: performance.now() + FAULT_MS })
  }

  /** Why a file cannot be used; undefined where it may be. */
  of({ name, identity, isForeign }: ModelFile): string | undefined {
    if (isForeign) return FOREIGN
    const known = this.#byName.get(name)
    if (known === undefined) return undefined
    if (known.identity === identity && performance.now() < known.until) return known.reason
    this.#byName.delete(name)
    return undefined
  }

  clear(): void {
    this.#byName.clear()
  }
}
