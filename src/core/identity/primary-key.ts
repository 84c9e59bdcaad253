import type { SettingStore } from '../../db/setting-store.ts'
import { randomText, sha256 } from '../../platform/ids.ts'

const SETTING = 'primary_key_sha256'

/** The owner's key. Only its SHA-256 is held, in memory and at rest. */
export class PrimaryKey {
  readonly #store: SettingStore
  /** SHA-256 of the key. */
  readonly hash: string
  /** The key itself, only on the start that made it, to be printed once. */
  readonly made: string | undefined

  /** @param given PRIMARY_KEY; without it the kept key goes on, or a new one is made */
  constructor(store: SettingStore, given: string | undefined) {
    this.#store = store
    const kept = given === undefined ? store.get(SETTING) : sha256(given)
    this.made = kept === undefined ? makeKey() : undefined
    this.hash = kept ?? sha256(this.made ?? '')
  }

  /**
   * Keeps a made key for later starts. Called once it has been shown: a key that was kept and never
   * shown would lock the owner out.
   */
  keep(): void {
    if (this.made !== undefined) this.#store.set(SETTING, this.hash)
  }

  /** Compares digests, so the time taken says nothing about the key. */
  matches(hash: string): boolean {
    return hash === this.hash
  }
}

/**
 * Makes a new key and keeps its hash in place of the old one.
 *
 * @returns The key, which is stored nowhere
 */
export function replacePrimaryKey(store: SettingStore): string {
  const key = makeKey()
  store.set(SETTING, sha256(key))
  return key
}

function makeKey(): string {
  return `hth_primary_${randomText(32)}`
}
