import { Elysia } from 'elysia'
import type { Brands } from '../../core/brands/brands.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { ListQuery } from '../kit/list-query.ts'
import { listOf, listSchema } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { BrandBody, BrandParams, BrandView, MAX_BRAND_BYTES } from './schema.ts'
import { brandOf, brandView } from './view.ts'

interface BrandServices {
  guards: ReturnType<typeof guards>
  brands: Brands
}

const TAGS = ['Brands']

/** /api/brands: how texts are written, translated and spoken. */
export function brandRoutes(services: BrandServices) {
  return routesAt(services, '/api/brands', { requireApiKey: true })
}

/** /admin/brands: the same in the admin area. */
export function adminBrandRoutes(services: BrandServices) {
  return routesAt(services, '/admin/brands', { requireAdmin: true })
}

/** @param reader Who may read */
function routesAt(
  { guards, brands }: BrandServices,
  prefix: string,
  reader: { requireApiKey: true } | { requireAdmin: true },
) {
  return new Elysia({ name: 'surfaces/brands', seed: prefix, prefix })
    .use(guards)
    .get(
      '',
      ({ request, query: { limit, cursor } }) =>
        jsonAnswer(request, () => listOf(brands.list(limit, cursor), brandView)),
      {
        ...reader,
        query: ListQuery,
        detail: documented({
          summary: 'Brands, by id',
          tags: TAGS,
          errors: [429],
          responses: { 200: { description: 'One page of brands', schema: listSchema(BrandView) } },
        }),
      },
    )
    .get('/:id', ({ params }) => brandView(brands.get(params.id)), {
      ...reader,
      params: BrandParams,
      detail: documented({
        summary: 'One brand',
        tags: TAGS,
        responses: { 200: { description: 'The brand', schema: BrandView } },
      }),
    })
    .put(
      '/:id',
      async ({ request, params: { id }, actor, set }) => {
        const body = await readJson(request, BrandBody, MAX_BRAND_BYTES)
        if (brands.put(brandOf(id, body), auditActorOf(actor, request))) set.status = 201
        return brandView(brands.get(id))
      },
      {
        requireAdmin: true,
        params: BrandParams,
        parse: 'none',
        detail: documented({
          summary: 'Make a brand or replace it',
          tags: TAGS,
          body: BrandBody,
          bodyExamples: {
            acme: {
              summary: 'A brand with a word that is never translated',
              value: {
                name: 'Acme',
                language: 'de',
                tone: 'Short sentences. Say du.',
                glossary: [{ term: 'Rocket Skates', use: 'Rocket Skates' }],
                caption_rules: { max_line_characters: 37 },
              },
            },
          },
          responses: {
            200: { description: 'The brand was replaced', schema: BrandView },
            201: { description: 'The brand is new', schema: BrandView },
          },
        }),
      },
    )
    .delete(
      '/:id',
      ({ request, params, actor, set }) => {
        brands.delete(params.id, auditActorOf(actor, request))
        set.status = 204
      },
      {
        requireAdmin: true,
        params: BrandParams,
        detail: documented({
          summary: 'Delete a brand',
          tags: TAGS,
          responses: { 204: { description: 'The brand was deleted' } },
        }),
      },
    )
}
