import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { AssistantRow, AssistantStore } from './assistant-store.ts'
import {
  ownerOfNew,
  ownersFor,
  type PersonOfKey,
  recordShared,
  requireChange,
} from './ownership.ts'

/** Assistants of one person, and of those that all share. @limit assistants count */
export const MAX_ASSISTANTS = 100
const MAX_SLUG_CHARACTERS = 40
/** Before the name of an assistant as a model. */
export const ASSISTANT_PREFIX = 'assistant/'
/** What clients of Ollama add to names. */
const TAG = ':latest'

/** What is chosen of an assistant. */
export type AssistantValues = Omit<
  AssistantRow,
  'id' | 'owner' | 'slug' | 'createdAt' | 'updatedAt'
> & {
  /** By default made of the name. */
  slug?: string | undefined
}

interface AssistantsOptions {
  store: AssistantStore
  personOfKey: PersonOfKey
  db: Transactor
  audit: Audit
  now: () => number
}

/** Assistants: own ones, which nobody else sees, and shared ones, which all use. */
export class Assistants {
  readonly kind = 'assistants'
  readonly #options: AssistantsOptions

  constructor(options: AssistantsOptions) {
    this.#options = options
  }

  /** All that a caller may use, by name. */
  list(caller: Caller): AssistantRow[] {
    return this.#options.store.of(this.#owners(caller))
  }

  /** @throws {AppError} `not_found` */
  get(caller: Caller, id: string): AssistantRow {
    const row = this.find(caller, id)
    if (row === undefined) throw new AppError('not_found', 'There is no such assistant')
    return row
  }

  find(caller: Caller, id: string): AssistantRow | undefined {
    return this.#options.store.byId(id, this.#owners(caller))
  }

  /**
   * The assistant that a name of a model means; undefined for another name.
   *
   * @throws {AppError} `model_not_found` for an assistant that is not there
   */
  byModel(caller: Caller, model: string): AssistantRow | undefined {
    if (!model.startsWith(ASSISTANT_PREFIX)) return undefined
    const name = model.slice(ASSISTANT_PREFIX.length)
    const slug = name.endsWith(TAG) ? name.slice(0, -TAG.length) : name
    for (const owner of this.#owners(caller)) {
      const row = this.#options.store.bySlug(slug, owner)
      if (row !== undefined) return row
    }
    throw new AppError(
      'model_not_found',
      `There is no assistant ${JSON.stringify(slug.slice(0, 60))}: GET /v1/models lists them`,
      { param: 'model' },
    )
  }

  /** @throws {AppError} `forbidden`; `conflict` for a name that is taken or where there are too many */
  create(
    caller: Caller,
    values: AssistantValues,
    isShared: boolean,
    auditActor: AuditActor,
  ): AssistantRow {
    const { store, db, audit, now } = this.#options
    const owner = ownerOfNew(caller, isShared)
    const at = now()
    return db.transaction(() => {
      if (store.of([owner]).length >= MAX_ASSISTANTS)
        throw new AppError('conflict', `Delete one first: there are ${MAX_ASSISTANTS} assistants`)
      const slug = this.#slugFor(owner, values)
      const row = { ...values, id: randomId('ast_'), owner, slug, createdAt: at, updatedAt: at }
      store.insert(row)
      recordShared(audit, auditActor, { action: 'assistant.put', after: row }, auditView)
      return row
    })
  }

  /** @throws {AppError} `not_found`, `forbidden`, `conflict` */
  replace(
    caller: Caller,
    id: string,
    values: AssistantValues,
    auditActor: AuditActor,
  ): AssistantRow {
    const { store, db, audit, now } = this.#options
    return db.transaction(() => {
      const before = this.get(caller, id)
      requireChange(caller, before.owner)
      const slug =
        values.slug === undefined || values.slug === before.slug
          ? before.slug
          : this.#slugFor(before.owner, values)
      const row = { ...before, ...values, slug, updatedAt: now() }
      store.update(id, row)
      recordShared(audit, auditActor, { action: 'assistant.put', before, after: row }, auditView)
      return row
    })
  }

  /** @throws {AppError} `not_found`, `forbidden` */
  delete(caller: Caller, id: string, auditActor: AuditActor): void {
    const { store, db, audit } = this.#options
    db.transaction(() => {
      const before = this.get(caller, id)
      requireChange(caller, before.owner)
      store.delete(id)
      recordShared(audit, auditActor, { action: 'assistant.delete', before }, auditView)
    })
  }

  /** Called in a transaction. */
  deleteOwned(owner: string) {
    return { count: this.#options.store.deleteOf(owner) }
  }

  #owners(caller: Caller): string[] {
    return ownersFor(caller, this.#options.personOfKey)
  }

  /** A name that is chosen must be free; one that is made of the name becomes so by a number. */
  #slugFor(owner: string, { slug, name }: AssistantValues): string {
    const { store } = this.#options
    if (slug !== undefined) {
      if (store.bySlug(slug, owner) === undefined) return slug
      throw new AppError(
        'conflict',
        `Choose another name: there is ${ASSISTANT_PREFIX}${slug} already`,
      )
    }
    const base = slugOf(name)
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? base : `${base}-${number}`
      if (store.bySlug(candidate, owner) === undefined) return candidate
    }
  }
}

function auditView({ name, slug, instructions, model, parameters, tools }: AssistantRow) {
  return { name, slug, instructions, model, parameters, tools }
}

/** A name in small letters of ASCII, digits and hyphens, with room for a number. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARACTERS - 4)
    .replace(/^-+|-+$/g, '')
  return plain || 'assistant'
}
