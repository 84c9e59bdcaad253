import { dirname, join } from 'node:path'
import { openapi } from '@elysiajs/openapi'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'

const PUBLIC = join(import.meta.dir, '../../../public/docs')

/** The page works without the internet, and runs nothing but its own scripts. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** GET /openapi.json, and /docs, which shows it. */
export function docsRoutes(all: ReturnType<typeof guards>) {
  const assets = dirname(Bun.resolveSync('swagger-ui-dist/package.json', import.meta.dir))
  const file = (path: string) => () => new Response(Bun.file(path), { headers: PAGE_HEADERS })
  const options = { open: true, detail: { hide: true } } as const
  return new Elysia({ name: 'surfaces/site/docs' })
    .use(all)
    .use(
      openapi({
        provider: null,
        specPath: '/openapi.json',
        documentation: DOCUMENTATION,
        exclude: { methods: ['OPTIONS', 'HEAD'], staticFile: false },
      }),
    )
    .get('/docs', file(join(PUBLIC, 'index.html')), options)
    .get('/docs/docs.js', file(join(PUBLIC, 'docs.js')), options)
    .get('/docs/swagger-ui-bundle.js', file(join(assets, 'swagger-ui-bundle.js')), options)
    .get('/docs/swagger-ui.css', file(join(assets, 'swagger-ui.css')), options)
}

const key = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key; the header x-api-key takes it as well',
} as const

const session = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-hearth',
  description: 'The session of a signed-in browser',
} as const

const DOCUMENTATION = {
  info: {
    title: 'Hearth',
    version: '0.1.0',
    description: 'One machine’s AI, for everyone in the house.',
  },
  components: {
    securitySchemes: {
      require_api_key: key,
      require_user_or_local: key,
      require_user: key,
      require_admin: { ...key, description: 'The Primary Key' },
      require_admin_or_local: { ...key, description: 'The Primary Key' },
      require_session: session,
      require_sign_in: session,
      require_device: { ...key, description: 'The credential of a code assistant’s machine' },
      require_canvas: { ...key, description: 'An access token of a paired canvas app' },
    },
  },
}
