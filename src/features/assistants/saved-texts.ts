import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import {
  ownerOfNew,
  ownersFor,
  type PersonOfKey,
  recordShared,
  requireChange,
} from './ownership.ts'
import type { SavedTextRow, SavedTextStore } from './saved-text-store.ts'

/** Prompts of one person, and of those that all share. @limit prompts count */
export const MAX_PROMPTS = 200

/** What somebody tells the model in all own chats. */
export type OwnInstructions = Pick<SavedTextRow, 'text' | 'isOn'>

interface SavedTextsOptions {
  store: SavedTextStore
  personOfKey: PersonOfKey
  db: Transactor
  audit: Audit
  now: () => number
}

/** Saved prompts, own ones and shared ones, and the own instructions for all chats. */
export class SavedTexts {
  readonly kind = 'saved texts'
  readonly #options: SavedTextsOptions

  constructor(options: SavedTextsOptions) {
    this.#options = options
  }

  /** All prompts that a caller may use, by name. */
  prompts(caller: Caller): SavedTextRow[] {
    return this.#options.store.of(this.#owners(caller), 'prompt')
  }

  /**
   * Makes a prompt.
   *
   * @throws {AppError} `forbidden`; `conflict` where there are too many
   */
  create(
    caller: Caller,
    { name, text }: Pick<SavedTextRow, 'name' | 'text'>,
    isShared: boolean,
    auditActor: AuditActor,
  ): SavedTextRow {
    const { store, db, audit, now } = this.#options
    const owner = ownerOfNew(caller, isShared)
    const at = now()
    const row = {
      id: randomId('prm_'),
      owner,
      kind: 'prompt' as const,
      name,
      text,
      isOn: true,
      createdAt: at,
      updatedAt: at,
    }
    return db.transaction(() => {
      if (store.of([owner], 'prompt').length >= MAX_PROMPTS)
        throw new AppError('conflict', `Delete one first: there are ${MAX_PROMPTS} prompts`)
      store.put(row)
      recordShared(audit, auditActor, { action: 'prompt.put', after: row }, auditView)
      return row
    })
  }

  /** @throws {AppError} `not_found`, `forbidden` */
  replace(
    caller: Caller,
    id: string,
    { name, text }: Pick<SavedTextRow, 'name' | 'text'>,
    auditActor: AuditActor,
  ): SavedTextRow {
    const { store, db, audit, now } = this.#options
    return db.transaction(() => {
      const before = this.#requirePrompt(caller, id)
      const row = { ...before, name, text, updatedAt: now() }
      store.put(row)
      recordShared(audit, auditActor, { action: 'prompt.put', before, after: row }, auditView)
      return row
    })
  }

  /** @throws {AppError} `not_found`, `forbidden` */
  delete(caller: Caller, id: string, auditActor: AuditActor): void {
    const { store, db, audit } = this.#options
    db.transaction(() => {
      const before = this.#requirePrompt(caller, id)
      store.delete(id)
      recordShared(audit, auditActor, { action: 'prompt.delete', before }, auditView)
    })
  }

  /** Of an owner; off and empty where nothing was written. */
  instructions({ owner }: Pick<Caller, 'owner'>): OwnInstructions {
    const [row] = this.#options.store.of([owner], 'instructions')
    return row ?? { text: '', isOn: false }
  }

  setInstructions({ owner }: Caller, { text, isOn }: OwnInstructions): OwnInstructions {
    const { store, db, now } = this.#options
    return db.transaction(() => {
      const [before] = store.of([owner], 'instructions')
      const at = now()
      const { id = randomId('ins_'), createdAt = at } = before ?? {}
      const row = { id, owner, kind: 'instructions' as const, name: '', text, isOn }
      store.put({ ...row, createdAt, updatedAt: at })
      return row
    })
  }

  /** Called in a transaction. */
  deleteOwned(owner: string) {
    return { count: this.#options.store.deleteOf(owner) }
  }

  #owners(caller: Caller): string[] {
    return ownersFor(caller, this.#options.personOfKey)
  }

  #requirePrompt(caller: Caller, id: string): SavedTextRow {
    const row = this.#options.store.byId(id, this.#owners(caller))
    if (row?.kind !== 'prompt') throw new AppError('not_found', 'There is no such prompt')
    requireChange(caller, row.owner)
    return row
  }
}

function auditView({ name, text }: SavedTextRow) {
  return { name, text }
}
