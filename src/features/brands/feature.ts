import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Core } from '../../create-core.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { nullable } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { type Brand, Brands } from './brands.ts'

interface BrandServices {
  guards: ReturnType<typeof guards>
  brands: Brands
}

const TAGS = ['Brands']

/** /api/brands: how texts are written, translated and spoken. */
function brandRoutes(services: BrandServices) {
  return new Elysia({ name: 'features/brands', prefix: '/api/brands' })
    .use(services.guards)
    .get('', ({ context, query }) => brandList(services, context, query), {
      requireApiKey: true,
      ...listOptions(),
    })
    .get('/:id', ({ params }) => brandView(services.brands.get(params.id)), {
      requireApiKey: true,
      ...oneOptions(),
    })
    .use(changeRoutes(services))
}

/** /admin/brands: the same in the admin area. */
function adminBrandRoutes(services: BrandServices) {
  return new Elysia({ name: 'features/brands/admin', prefix: '/admin/brands' })
    .use(services.guards)
    .get('', ({ context, query }) => brandList(services, context, query), {
      requireAdmin: true,
      ...listOptions(),
    })
    .get('/:id', ({ params }) => brandView(services.brands.get(params.id)), {
      requireAdmin: true,
      ...oneOptions(),
    })
    .use(changeRoutes(services))
}

function brandList(
  { brands }: BrandServices,
  context: HttpContext,
  { limit, cursor }: Static<typeof ListQuery>,
): Promise<Response> {
  return jsonAnswer(context, () => listOf(brands.list(limit, cursor), brandView))
}

/** Made anew for each route, as Elysia adds to it. */
function listOptions() {
  return route({
    query: ListQuery,
    summary: 'Brands, by id',
    tags: TAGS,
    errors: [429],
    responses: { 200: { description: 'One page of brands', schema: listSchema(BrandView) } },
  })
}

function oneOptions() {
  return route({
    params: BrandParams,
    summary: 'One brand',
    tags: TAGS,
    responses: { 200: { description: 'The brand', schema: BrandView } },
  })
}

function changeRoutes({ guards, brands }: BrandServices) {
  return new Elysia()
    .use(guards)
    .put(
      '/:id',
      async ({ context, params: { id }, set }) => {
        const body = await readJson(context, BrandBody, MAX_BRAND_BYTES)
        if (brands.put(brandOf(id, body), auditActorOf(context))) set.status = 201
        return brandView(brands.get(id))
      },
      route({
        requireAdmin: true,
        params: BrandParams,
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
    )
    .delete(
      '/:id',
      ({ context, params, set }) => {
        brands.delete(params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: BrandParams,
        summary: 'Delete a brand',
        tags: TAGS,
        responses: { 204: { description: 'The brand was deleted' } },
      }),
    )
}

/** Body of `PUT /api/brands/{id}`. @limit brand-body KiB */
export const MAX_BRAND_BYTES = 512 * 1024
/** Words in the glossary of a brand. @limit brand-glossary count */
export const MAX_GLOSSARY_ENTRIES = 500
/** The tone of a brand. @limit brand-tone characters */
export const MAX_TONE_CHARACTERS = 4_000
/** Names and words in a brand. @limit brand-word characters */
export const MAX_BRAND_WORD_CHARACTERS = 200

const Word = Type.String({ minLength: 1, maxLength: MAX_BRAND_WORD_CHARACTERS, pattern: '\\S' })

const BrandParams = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' }),
})

const CaptionRulesView = closedObject(
  {
    max_line_characters: Type.Optional(Type.Integer({ minimum: 10, maximum: 200 })),
    max_lines: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    max_characters_per_second: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
    min_cue_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
    min_gap_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 5_000 })),
  },
  { description: 'What is left out is as without a brand' },
)

const Glossary = Type.Array(
  closedObject(
    { term: Word, use: Word },
    { description: 'use: what stands for the term; itself to keep it' },
  ),
  { maxItems: MAX_GLOSSARY_ENTRIES },
)

const LANGUAGE = {
  pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$',
  examples: ['en'],
  description: 'As in BCP 47: de, pt-BR',
}
const TONE = { maxLength: MAX_TONE_CHARACTERS, description: 'How to write, in words for a model' }

const BrandBody = closedObject({
  name: Word,
  language: Type.Optional(nullable(Type.String(LANGUAGE))),
  tone: Type.Optional(nullable(Type.String(TONE))),
  glossary: Type.Optional(Glossary),
  caption_rules: Type.Optional(CaptionRulesView),
  voice: Type.Optional(nullable(Word)),
})
type BrandBody = Static<typeof BrandBody>

const BrandView = component('Brand', {
  id: Type.String({ examples: ['acme'] }),
  name: Type.String(),
  language: nullable(Type.String(LANGUAGE)),
  tone: nullable(Type.String(TONE)),
  glossary: Glossary,
  caption_rules: CaptionRulesView,
  voice: nullable(Type.String()),
})
type BrandView = Static<typeof BrandView>

function brandView({ captionRules, glossary, ...brand }: Brand): BrandView {
  const { maxLineCharacters, maxLines, maxCharactersPerSecond } = captionRules
  const { minCueSeconds, minGapMs } = captionRules
  return {
    id: brand.id,
    name: brand.name,
    language: brand.language,
    tone: brand.tone,
    glossary: glossary.map(({ term, use }) => ({ term, use })),
    caption_rules: given({
      max_line_characters: maxLineCharacters,
      max_lines: maxLines,
      max_characters_per_second: maxCharactersPerSecond,
      min_cue_seconds: minCueSeconds,
      min_gap_ms: minGapMs,
    }),
    voice: brand.voice,
  }
}

function brandOf(id: string, body: BrandBody): Brand {
  const { name, language = null, tone = null, glossary = [], voice = null } = body
  const rules = body.caption_rules ?? {}
  return {
    id,
    name,
    language,
    tone,
    voice,
    glossary: glossary.map(({ term, use }) => ({ term, use })),
    captionRules: given({
      maxLineCharacters: rules.max_line_characters,
      maxLines: rules.max_lines,
      maxCharactersPerSecond: rules.max_characters_per_second,
      minCueSeconds: rules.min_cue_seconds,
      minGapMs: rules.min_gap_ms,
    }),
  }
}

/** The fields that have a value. */
function given<name extends string>(
  fields: Record<name, number | undefined>,
): { [key in name]?: number } {
  const own: { [key in name]?: number } = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) own[name] = value
  }
  return own
}

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
