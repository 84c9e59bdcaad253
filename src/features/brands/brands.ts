import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import { limitOfBytes, MAX_LISTED_BYTES, type Page, pageOf } from '../../core/list-page.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import type { BrandRow, BrandStore } from './brand-store.ts'

/** How texts are written, translated and spoken for somebody. */
export type Brand = BrandRow

interface BrandsOptions {
  store: BrandStore
  db: Transactor
  audit: Audit
}

/** The brands of the installation; admins keep them, everybody reads them. */
export class Brands {
  readonly #options: BrandsOptions

  constructor(options: BrandsOptions) {
    this.#options = options
  }

  /** By id. */
  list(limit: number, cursor: string | undefined): Page<Brand> {
    const rows = this.#options.store.page(limit + 1, cursor)
    return pageOf(
      rows,
      limitOfBytes(rows, limit, MAX_LISTED_BYTES),
      ({ id }) => id,
      ({ id }) => this.get(id),
    )
  }

  /** @throws {AppError} `not_found` */
  get(id: string): Brand {
    const brand = this.#options.store.byId(id)
    if (brand === undefined) throw new AppError('not_found', 'There is no such brand')
    return brand
  }

  /** Makes a brand or replaces it. @returns Whether it is new */
  put(brand: Brand, auditActor: AuditActor): boolean {
    const { store, db, audit } = this.#options
    return db.transaction(() => {
      const before = store.byId(brand.id)
      store.put(brand)
      if (before === undefined || !Bun.deepEquals(before, brand))
        audit.record(auditActor, { action: 'brand.put', subject: brand.id, before, after: brand })
      return before === undefined
    })
  }

  /** @throws {AppError} `not_found` */
  delete(id: string, auditActor: AuditActor): void {
    const { store, db, audit } = this.#options
    db.transaction(() => {
      const before = this.get(id)
      store.delete(id)
      audit.record(auditActor, { action: 'brand.delete', subject: id, before })
    })
  }
}

/**
 * The brand that a request names, undefined where it names none.
 *
 * @param param The field that names it
 * @throws {AppError} `invalid` for an id that is none
 */
export function requireBrand<brand>(
  findBrand: (id: string) => brand | undefined,
  id: string | undefined,
  param = 'brand',
): brand | undefined {
  if (id === undefined) return undefined
  const brand = findBrand(id)
  if (brand !== undefined) return brand
  throw new AppError('invalid', `There is no brand ${JSON.stringify(id.slice(0, 64))}`, { param })
}
