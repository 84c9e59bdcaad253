import type { Core } from '../../create-core.ts'
import { Brands } from './brands.ts'
import { adminBrandRoutes, brandRoutes } from './routes.ts'

/** Brands: how texts are written, subtitles are set and speech sounds. */
export function createBrands(core: Core) {
  const { stores, db, audit } = core
  const brands = new Brands({ store: stores.brands, db, audit })
  return {
    name: 'brands',
    routes: () => [brandRoutes({ ...core, brands }), adminBrandRoutes({ ...core, brands })],
    brands,
    findBrand: (id: string) => stores.brands.byId(id),
  }
}
