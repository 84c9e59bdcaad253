import { expect, test } from 'bun:test'
import type { ProfileBody } from '../src/features/shared/profile-view.ts'
import { setConnection } from '../src/http/server/connection.ts'
import { AUDIT_ACTOR } from './support/audit-actor.ts'
import { openApiOf } from './support/described.ts'
import { pick } from './support/pick.ts'
import { createTestApp, PRIMARY_KEY, type TestApp } from './support/service.ts'
import { makeUser, type UserOptions } from './support/users.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The headers of a caller's requests, and its network address. */
interface Credential {
  headers: Record<string, string>
  address: string
}

/** A trusted address, and a public one. */
const LOCAL_ADDRESS = '127.0.0.1'
const REMOTE_ADDRESS = '203.0.113.9'
const HOST = { host: 'localhost' }

/** Kinds of credentials that end before a clock has gone through all routes. */
const SHORT_LIVED: ReadonlySet<string> = new Set(['canvas', 'invitation', 'sign-in link'])

/**
 * Makes credentials of every kind. Each call makes a new one.
 *
 * @param wait Advances the service's clock
 */
function makeCredentials(app: TestApp, wait: (ms: number) => void) {
  const { services } = app
  const bearer = (token: string): Credential => ({
    headers: { ...HOST, authorization: `Bearer ${token}` },
    address: REMOTE_ADDRESS,
  })
  const person = (options: UserOptions): Credential => ({
    headers: makeUser(services, options).headers,
    address: REMOTE_ADDRESS,
  })
  const key = (profile: Partial<ProfileBody>) => app.makeKey(profile)
  const device = () => {
    const { id } = makeUser(services)
    const made = { userId: id, name: 'laptop', address: REMOTE_ADDRESS }
    return services.devices.createCode(made).credential
  }
  const canvas = () => {
    const { id } = makeUser(services)
    return services.refreshTokens.pair({ userId: id, name: 'Studio', address: REMOTE_ADDRESS })
  }
  const access = () => services.canvasTokens.issuer()(canvas())
  const ownKey = (userId: string) => {
    const known = { engines: ['local'], agentTasks: ['title'], workerProfiles: [], tools: [] }
    const lists = { agentEngines: ['local'], agentTasks: ['title'] }
    const profile = { generate: true, media: true, embeddings: true, ...lists }
    const access = { profile, known }
    return services.keys.create({ label: 'phone', userId, access }, AUDIT_ACTOR).key
  }
  const invite = () => {
    const invitation = { label: '', uses: 1, lifetimeMs: DAY_MS / 24, extras: null }
    return services.invites.create(invitation, services.primaryAccount.open(), AUDIT_ACTOR)
  }
  return {
    none: () => ({ headers: HOST, address: REMOTE_ADDRESS }),
    local: () => ({ headers: HOST, address: LOCAL_ADDRESS }),
    primary: () => bearer(PRIMARY_KEY),
    'custom without ability': () => bearer(key({}).key),
    'custom with ability': () =>
      bearer(
        key({
          ...{ generate: true, media: true, embeddings: true },
          ...{ agent_engines: ['local'], agent_tasks: ['title'] },
        }).key,
      ),
    'own key': () => {
      const { id } = makeUser(services)
      return bearer(ownKey(id))
    },
    // What signs in at /join is no credential of any other path.
    invitation: () => bearer(invite().token),
    'sign-in link': () => {
      const { id } = makeUser(services)
      return bearer(services.invites.createSignInLink(id, id, AUDIT_ACTOR).token)
    },
    revoked: () => {
      const { key: text, id } = key({ generate: true, media: true })
      services.keys.revoke(id, AUDIT_ACTOR)
      return bearer(text)
    },
    expired: () => {
      const { key: text, id } = key({ generate: true, media: true })
      services.keys.change(id, { expiresAt: services.now() + DAY_MS }, AUDIT_ACTOR)
      wait(DAY_MS)
      return bearer(text)
    },
    'primary session': () => {
      const auditActor = { address: REMOTE_ADDRESS, requestId: 'test' }
      const token = services.primaryAccount.signIn(PRIMARY_KEY, auditActor)
      const headers = { ...HOST, origin: 'http://localhost', cookie: `hearth=${token}` }
      return { headers, address: REMOTE_ADDRESS }
    },
    pending: () => person({ role: 'pending' }),
    user: () => person({ role: 'user' }),
    admin: () => person({ role: 'admin' }),
    suspended: () => person({ status: 'suspended' }),
    deleted: () => person({ status: 'deleted' }),
    'ended session': () => {
      const { headers, token } = makeUser(services)
      services.sessions.end(token)
      return { headers, address: REMOTE_ADDRESS }
    },
    device: () => bearer(device()),
    'expired device': () => {
      const credential = device()
      wait(90 * DAY_MS)
      return bearer(credential)
    },
    canvas: async () => bearer(await access()),
    'expired canvas': async () => {
      const token = await access()
      wait(61_000)
      return bearer(token)
    },
    'refresh token': () => bearer(canvas().refreshToken),
  } satisfies Record<string, () => Credential | Promise<Credential>>
}
type CredentialKind = keyof ReturnType<typeof makeCredentials>

/** What a credential meets; `in` is the route's own answer. */
type Cell = number | 'in'

/** Whom a route lets in; anyone who is not named meets 401. */
const GUARDS = {
  open: everybody('in'),
  key: {
    primary: 'in',
    'custom without ability': 'in',
    'custom with ability': 'in',
    pending: 403,
    user: 'in',
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  ability: {
    primary: 'in',
    'custom without ability': 403,
    'custom with ability': 'in',
    pending: 403,
    user: 'in',
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  house: {
    local: 'in',
    primary: 'in',
    'custom without ability': 'in',
    'custom with ability': 'in',
    pending: 403,
    user: 'in',
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  houseAbility: {
    local: 'in',
    primary: 'in',
    'custom without ability': 403,
    'custom with ability': 'in',
    pending: 403,
    user: 'in',
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  admin: {
    primary: 'in',
    'custom without ability': 403,
    'custom with ability': 403,
    pending: 403,
    user: 403,
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  monitor: {
    local: 'in',
    primary: 'in',
    'custom without ability': 403,
    'custom with ability': 403,
    pending: 403,
    user: 403,
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  adminPage: {
    pending: 403,
    user: 403,
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  page: {
    pending: 403,
    user: 'in',
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
  device: { device: 'in' },
  canvas: { canvas: 'in' },
  signedIn: {
    pending: 'in',
    user: 'in',
    admin: 'in',
    'primary session': 'in',
    suspended: 403,
    deleted: 403,
  },
} satisfies Record<string, Partial<Record<CredentialKind, Cell>>>

/** Of every route: whom it lets in, and what it says to them about an empty object and unknown ids. */
const ROUTES: Record<string, readonly [keyof typeof GUARDS, number]> = {
  'DELETE /admin/skills/:name': ['admin', 404],
  'DELETE /admin/brands/:id': ['admin', 404],
  'GET /admin/brands': ['admin', 200],
  'GET /admin/brands/:id': ['admin', 404],
  'PUT /admin/brands/:id': ['admin', 422],
  'DELETE /api/ai/agent/:id': ['house', 404],
  'DELETE /api/ai/generate/:id': ['house', 404],
  'DELETE /api/ai/tts/:id': ['house', 404],
  'DELETE /api/ai/worker/:id': ['key', 404],
  'GET /api/ai/worker': ['key', 200],
  'GET /api/ai/worker/:id': ['key', 404],
  'GET /api/ai/worker/:id/artifacts/:name': ['key', 404],
  'GET /api/ai/worker/:id/events': ['key', 404],
  'GET /api/ai/worker/:id/steps/:number/output': ['key', 404],
  'GET /api/ai/worker/profiles': ['key', 200],
  'POST /api/ai/worker': ['key', 422],
  'POST /api/ai/worker/:id/again': ['key', 404],
  'DELETE /api/conversation-folders/:id': ['key', 404],
  'DELETE /api/conversations/:id': ['key', 404],
  'DELETE /api/conversations/:id/shares/:share': ['key', 404],
  'DELETE /history/:id': ['ability', 404],
  'DELETE /api/skills/:name': ['admin', 404],
  'GET /': ['open', 200],
  'GET /admin/alerts': ['admin', 200],
  'GET /admin/worker-nodes': ['admin', 200],
  'GET /admin/tool-servers': ['admin', 200],
  'GET /api/tools': ['key', 200],
  'GET /admin/api-access': ['admin', 200],
  'GET /admin/api-access/:id': ['admin', 404],
  'GET /admin/api-keys': ['admin', 200],
  'GET /admin/api-keys/:id': ['admin', 404],
  'GET /admin/audit': ['admin', 200],
  // Its data is in memory.
  'GET /admin/backups': ['admin', 409],
  'GET /admin/backups/:name': ['admin', 404],
  'GET /admin/backups/:name/contents/:kind': ['admin', 404],
  'GET /admin/devices': ['admin', 200],
  'GET /admin/doctor': ['admin', 200],
  'GET /admin/engines': ['admin', 200],
  'GET /admin/queue': ['admin', 200],
  'GET /admin/requests': ['admin', 200],
  'GET /admin/skills': ['admin', 200],
  'GET /admin/system': ['admin', 200],
  'GET /admin/workers': ['admin', 200],
  'GET /admin/skills/:name': ['admin', 404],
  'GET /admin/usage': ['admin', 200],
  'GET /admin/usage.csv': ['admin', 200],
  'GET /admin/usage/usual': ['admin', 200],
  'GET /admin/users': ['admin', 200],
  'GET /api/ai/agent/:id': ['house', 404],
  'GET /api/ai/agent/:id/events': ['house', 404],
  'GET /api/ai/agent/tasks': ['house', 200],
  'GET /api/ai/generate/:id': ['house', 404],
  'GET /api/ai/generate/:id/events': ['house', 404],
  'GET /api/ai/jobs': ['house', 200],
  'GET /api/ai/tts/:id': ['house', 404],
  'GET /api/ai/tts/:id/events': ['house', 404],
  'GET /api/ai/tts/file/:name': ['open', 404],
  'GET /api/ai/tts/voices': ['house', 200],
  'GET /api/canvas/me': ['canvas', 200],
  'GET /api/code/v1/models': ['device', 200],
  'GET /api/code/v1/models/*': ['device', 404],
  'GET /api/code/v1/models/:model': ['device', 404],
  'GET /api/code/whoami': ['device', 200],
  'GET /api/conversation-folders': ['key', 200],
  'GET /api/conversations': ['key', 200],
  'GET /history': ['ability', 200],
  'GET /api/knowledge': ['ability', 200],
  'POST /api/knowledge': ['ability', 422],
  'GET /api/knowledge/search': ['ability', 422],
  'GET /api/knowledge/:id/passages/:number': ['ability', 404],
  'GET /api/knowledge/:id/passages/:number/picture': ['ability', 404],
  'GET /api/knowledge/:id/sources/:source/file': ['ability', 404],
  'GET /api/knowledge/:id/members': ['ability', 404],
  'POST /api/knowledge/:id/members': ['ability', 404],
  'DELETE /api/knowledge/:id/members/:share': ['ability', 404],
  'GET /api/knowledge/:id': ['ability', 404],
  'PATCH /api/knowledge/:id': ['ability', 404],
  'DELETE /api/knowledge/:id': ['ability', 404],
  'GET /api/knowledge/:id/sources': ['ability', 404],
  'POST /api/knowledge/:id/sources': ['ability', 404],
  'GET /api/knowledge/:id/sources/:source': ['ability', 404],
  'PATCH /api/knowledge/:id/sources/:source': ['ability', 404],
  'POST /api/knowledge/:id/sources/:source/read': ['ability', 404],
  'DELETE /api/knowledge/:id/sources/:source': ['ability', 404],
  'GET /history/:id': ['ability', 404],
  'GET /api/conversations/:id': ['key', 404],
  'GET /api/conversations/:id/attachments/:attachment': ['key', 404],
  'GET /api/conversations/:id/attachments/:attachment/picture': ['key', 404],
  'GET /api/conversations/:id/events': ['key', 404],
  'GET /api/conversations/:id/export': ['key', 404],
  'GET /api/conversations/:id/shares': ['key', 404],
  'POST /api/nas/upload': ['houseAbility', 422],
  'GET /api/nas/files': ['houseAbility', 200],
  'GET /api/nas/limits': ['houseAbility', 200],
  'PATCH /api/nas/files/:token': ['houseAbility', 404],
  'DELETE /api/nas/files/:token': ['houseAbility', 404],
  'GET /nas/:token/:filename': ['open', 404],
  'GET /api/ai/image/file/:name': ['open', 404],
  'GET /api/skills': ['ability', 200],
  'GET /api/skills/:name': ['ability', 404],
  'GET /app/': ['page', 200],
  'GET /app/*': ['page', 200],
  'GET /assets/:name': ['open', 404],
  'GET /offline': ['open', 200],
  'POST /app/files/shared': ['open', 303],
  'GET /sw.js': ['open', 200],
  'GET /api/ps': ['key', 200],
  'GET /api/tags': ['key', 200],
  'GET /api/version': ['open', 200],
  'GET /auth-check': ['key', 200],
  'GET /canvas/approve': ['page', 200],
  'GET /client': ['open', 200],
  'GET /code/approve': ['page', 200],
  'GET /docs': ['open', 200],
  'GET /docs/docs.js': ['open', 200],
  'GET /docs/:name': ['open', 404],
  'GET /docs/api': ['open', 200],
  'GET /docs/search.js': ['open', 200],
  'GET /docs/search.json': ['open', 200],
  'GET /llms.txt': ['open', 200],
  'GET /docs/docs.css': ['open', 200],
  'GET /admin/invites': ['admin', 200],
  'POST /admin/invites': ['admin', 201],
  'DELETE /admin/invites/:id': ['admin', 404],
  'POST /admin/users/:id/sign-in-link': ['admin', 404],
  'POST /api/me/sign-in-link': ['key', 200],
  'GET /login/code': ['open', 403],
  'POST /login/code': ['open', 403],
  'GET /login/approve': ['page', 200],
  'POST /login/approve': ['page', 422],
  'GET /api/me/identities': ['key', 200],
  'POST /api/me/identities': ['key', 422],
  'DELETE /api/me/identities/:id': ['key', 404],
  'GET /api/me/api-keys': ['key', 200],
  'POST /api/me/api-keys': ['key', 422],
  'DELETE /api/me/api-keys/:id': ['key', 404],
  'GET /admin/budgets': ['admin', 200],
  'PUT /admin/budgets/:owner': ['admin', 404],
  'GET /passkey.js': ['open', 200],
  'GET /.well-known/webauthn': ['open', 404],
  // OAuth is off.
  'GET /.well-known/oauth-authorization-server': ['open', 404],
  'GET /.well-known/oauth-protected-resource': ['open', 404],
  'GET /.well-known/oauth-protected-resource/mcp': ['open', 404],
  'GET /oauth/approve/:id': ['page', 404],
  'GET /oauth/authorize': ['open', 404],
  'POST /oauth/approve/:id': ['page', 404],
  'POST /oauth/register': ['open', 404],
  'POST /oauth/revoke': ['open', 404],
  'POST /oauth/token': ['open', 404],
  'POST /login/passkey/options': ['open', 403],
  'POST /login/passkey': ['open', 403],
  'GET /api/me/notifications': ['key', 200],
  'PATCH /api/me/notifications': ['key', 200],
  'POST /api/me/notifications/browsers': ['key', 422],
  'DELETE /api/me/notifications/browsers/:id': ['key', 404],
  'POST /api/me/notifications/browsers/:id/test': ['key', 404],
  'PUT /api/me/notifications/seen': ['key', 422],
  'GET /api/me/passkeys': ['key', 200],
  'POST /api/me/passkeys': ['key', 422],
  'POST /api/me/passkeys/options': ['key', 200],
  'PATCH /api/me': ['key', 200],
  'PATCH /api/me/passkeys/:id': ['key', 422],
  'DELETE /api/me/passkeys/:id': ['key', 404],
  'GET /join/:token': ['open', 403],
  'POST /join/:token': ['open', 403],
  'GET /health': ['open', 200],
  'GET /icon.svg': ['open', 200],
  'GET /login': ['open', 200],
  'GET /login/callback': ['open', 400],
  'GET /login/key': ['open', 403],
  'GET /metrics': ['monitor', 200],
  'GET /openapi.json': ['open', 200],
  'GET /pages/admin': ['adminPage', 200],
  'GET /style.css': ['open', 200],
  'GET /v1/models': ['key', 200],
  'GET /v1/models/*': ['key', 404],
  'GET /v1/models/:model': ['key', 404],
  'GET /waiting': ['signedIn', 200],
  'PATCH /admin/api-keys/:id': ['admin', 404],
  'PATCH /admin/users/:id': ['admin', 404],
  'PATCH /api/conversation-folders/:id': ['key', 404],
  'PATCH /api/conversations/:id': ['key', 404],
  'PATCH /history/:id': ['ability', 404],
  'POST /admin/alerts/:id/acknowledge': ['admin', 404],
  'DELETE /admin/worker-nodes/:name': ['admin', 404],
  'POST /admin/api-keys': ['admin', 422],
  'POST /admin/tool-servers/:id/refresh': ['admin', 404],
  'POST /admin/api-keys/:id/revoke': ['admin', 404],
  'POST /admin/backup': ['admin', 409],
  'POST /admin/backups': ['admin', 409],
  'POST /admin/backups/:name/contents/:kind/:id/restore': ['admin', 404],
  'POST /admin/backups/:name/drill': ['admin', 404],
  'POST /admin/devices/:id/revoke': ['admin', 404],
  'POST /admin/queue/:id/cancel': ['admin', 404],
  'POST /admin/engines/:engine/accounts/:account/clear': ['admin', 404],
  'POST /admin/engines/:engine/accounts/:account/disable': ['admin', 404],
  'POST /admin/engines/:engine/accounts/:account/enable': ['admin', 404],
  'POST /admin/engines/:engine/accounts/:account/probe': ['admin', 404],
  'POST /api/ai/agent': ['houseAbility', 422],
  'POST /api/ai/agent/:id/again': ['houseAbility', 404],
  'POST /api/ai/generate': ['houseAbility', 422],
  'POST /api/ai/generate/:id/again': ['houseAbility', 404],
  'POST /api/ai/image': ['house', 503],
  'POST /api/ai/tts': ['houseAbility', 422],
  'POST /api/ai/tts/:id/again': ['houseAbility', 404],
  'POST /api/canvas/device/poll': ['open', 400],
  'POST /api/canvas/device/start': ['open', 409],
  'POST /api/canvas/device/verify': ['page', 422],
  'POST /api/canvas/images': ['canvas', 422],
  'POST /api/canvas/token/refresh': ['open', 400],
  'POST /api/chat': ['ability', 422],
  'POST /api/generate': ['ability', 422],
  'POST /api/show': ['key', 422],
  'POST /api/embed': ['ability', 422],
  'POST /api/embeddings': ['ability', 422],
  'POST /api/code/devices/poll': ['open', 400],
  'POST /api/code/devices/start': ['open', 409],
  'POST /api/code/logout': ['device', 204],
  'POST /api/code/v1/chat/completions': ['device', 422],
  'POST /api/code/v1/messages': ['device', 422],
  'POST /api/code/v1/messages/count_tokens': ['device', 422],
  'POST /api/code/v1/responses': ['device', 400],
  'POST /api/code/v1/responses/compact': ['device', 400],
  'POST /api/code/v1/responses/input_tokens': ['device', 400],
  'GET /api/code/v1/responses/:id': ['device', 404],
  'DELETE /api/code/v1/responses/:id': ['device', 404],
  'GET /api/code/v1/responses/:id/input_items': ['device', 404],
  'POST /api/code/v1/responses/:id/cancel': ['device', 404],
  'POST /api/conversation-folders': ['key', 422],
  'DELETE /api/conversation-imports': ['key', 204],
  'GET /api/conversation-imports': ['key', 200],
  'POST /api/conversation-imports': ['key', 422],
  'POST /api/conversations': ['ability', 201],
  'POST /api/conversations/:id/messages': ['ability', 404],
  'POST /api/conversations/:id/messages/:message/confirm': ['ability', 404],
  'POST /api/conversations/:id/messages/:message/retry': ['ability', 404],
  'POST /api/conversations/:id/messages/:message/stop': ['key', 404],
  'POST /api/conversations/:id/shares': ['key', 404],
  'GET /api/shared-conversations': ['key', 200],
  'GET /api/shared-conversations/:share': ['key', 404],
  'DELETE /api/shared-conversations/:share': ['key', 404],
  'GET /api/shared-conversations/:share/attachments/:attachment': ['key', 404],
  'GET /api/shared-link': ['open', 404],
  'GET /api/shared-link/attachments/:attachment': ['open', 404],
  'GET /shared': ['open', 200],
  'POST /canvas/approve': ['page', 422],
  'POST /code/approve': ['page', 422],
  'POST /login/key': ['open', 403],
  'POST /logout': ['signedIn', 204],
  'POST /v1/audio/speech': ['ability', 422],
  'POST /v1/chat/completions': ['ability', 422],
  'POST /v1/completions': ['ability', 422],
  'POST /v1/embeddings': ['ability', 422],
  'POST /v1/rerank': ['ability', 422],
  'POST /v1/messages': ['ability', 422],
  'POST /v1/messages/count_tokens': ['ability', 422],
  'POST /v1/responses': ['ability', 422],
  'POST /v1/responses/compact': ['ability', 422],
  'POST /v1/responses/input_tokens': ['ability', 422],
  'GET /v1/responses/:id': ['key', 404],
  'DELETE /v1/responses/:id': ['key', 404],
  'GET /v1/responses/:id/input_items': ['key', 404],
  'POST /v1/responses/:id/cancel': ['key', 404],
  'PUT /admin/api-access/:id': ['admin', 404],
  'PUT /admin/skills/:name': ['admin', 422],
  'PUT /api/skills/:name': ['admin', 422],
  'GET /api/members': ['key', 200],
  'GET /api/me': ['key', 200],
  'GET /api/me/sessions': ['key', 200],
  'DELETE /api/me/sessions': ['key', 200],
  'DELETE /api/me/sessions/:id': ['key', 404],
  'GET /api/me/devices': ['key', 200],
  'GET /api/me/data-export': ['key', 200],
  'POST /api/me/data-export': ['key', 202],
  'DELETE /api/me/data-export': ['key', 204],
  'GET /api/me/data-export/:id': ['key', 404],
  'POST /api/me/devices/:id/revoke': ['key', 404],
  'OPTIONS /buffer': ['open', 204],
  'POST /buffer': ['ability', 412],
  'POST /buffer/:id': ['ability', 404],
  'HEAD /buffer/:id': ['ability', 404],
  'PATCH /buffer/:id': ['ability', 404],
  'DELETE /buffer/:id': ['ability', 404],
  'GET /api/brands': ['key', 200],
  'GET /api/brands/:id': ['key', 404],
  'PUT /api/brands/:id': ['admin', 422],
  'DELETE /api/brands/:id': ['admin', 404],
  'GET /api/assistants': ['key', 200],
  'POST /api/assistants': ['ability', 422],
  'GET /api/assistants/:id': ['key', 404],
  'PUT /api/assistants/:id': ['ability', 404],
  'DELETE /api/assistants/:id': ['ability', 404],
  'GET /api/prompts': ['key', 200],
  'POST /api/prompts': ['ability', 422],
  'PUT /api/prompts/:id': ['ability', 404],
  'DELETE /api/prompts/:id': ['ability', 404],
  'GET /api/me/instructions': ['key', 200],
  'PUT /api/me/instructions': ['ability', 422],
  'GET /api/dashboard/summary': ['key', 200],
  'GET /api/dashboard/usage': ['key', 200],
  'GET /admin/users/:id': ['admin', 404],
  'GET /admin/users/:id/sessions': ['admin', 404],
  'GET /admin/users/:id/devices': ['admin', 404],
  'DELETE /admin/users/:id/sessions': ['admin', 404],
  'DELETE /admin/users/:id/sessions/:session': ['admin', 404],
  // There is no recogniser.
  'POST /transcribe': ['ability', 503],
  'POST /mcp': ['key', 400],
  'POST /perfect-srt': ['ability', 422],
  'POST /translate': ['ability', 422],
  'POST /transcribe-url': ['ability', 503],
  'POST /audio/transcriptions': ['ability', 415],
  'POST /v1/audio/transcriptions': ['ability', 415],
  'POST /v1/audio/translations': ['ability', 415],
  'GET /v1/video': ['ability', 422],
  'GET /v1/channel': ['ability', 422],
  'GET /v1/playlist': ['ability', 422],
  'GET /v1/transcript': ['ability', 422],
  'POST /youtube-to-srt': ['ability', 422],
  'GET /v1/web/scrape': ['ability', 422],
  'POST /v1/web/scrape': ['ability', 422],
  'GET /jobs': ['ability', 200],
  'GET /jobs/:id': ['ability', 404],
  'DELETE /jobs/:id': ['ability', 404],
  'GET /jobs/:id/events': ['ability', 404],
  'GET /jobs/:id/result': ['ability', 404],
}

const NO_ACCOUNT = { 'custom without ability': 403, 'custom with ability': 403 }
/** Of what is done in a signed-in browser only. */
const NO_SESSION = { ...NO_ACCOUNT, primary: 403 }

/** Of an open route that takes requests of the service's own pages only. */
const fromPages = (status: number) => ({
  pending: status,
  user: status,
  admin: status,
  'primary session': status,
  suspended: status,
  deleted: status,
  'ended session': status,
})

/** Answers of a route that differ by who is let in. */
const EXCEPTIONS: Record<string, Partial<Record<CredentialKind, number>>> = {
  // Anyone who was approved has nothing to wait for.
  'GET /waiting': { user: 303, admin: 303, 'primary session': 303 },
  'GET /api/members': NO_ACCOUNT,
  'GET /api/me': NO_ACCOUNT,
  'GET /api/me/sessions': NO_ACCOUNT,
  'DELETE /api/me/sessions': NO_ACCOUNT,
  'GET /api/me/devices': NO_ACCOUNT,
  'GET /api/me/data-export': NO_ACCOUNT,
  'POST /api/me/data-export': NO_ACCOUNT,
  'DELETE /api/me/data-export': NO_ACCOUNT,
  // Without https the Primary Key is accepted from the own network alone, for pages of this service.
  'GET /login/key': { local: 200 },
  'GET /join/:token': { local: 404 },
  'GET /login/code': { local: 200 },
  'GET /api/me/api-keys': NO_ACCOUNT,
  'GET /api/me/notifications': NO_ACCOUNT,
  'PATCH /api/me/notifications': NO_ACCOUNT,
  'POST /api/me/notifications/browsers': { ...NO_ACCOUNT, primary: 409 },
  'PUT /api/me/notifications/seen': NO_ACCOUNT,
  'GET /api/shared-conversations': NO_ACCOUNT,
  'GET /api/me/passkeys': NO_ACCOUNT,
  'POST /login/passkey': fromPages(422),
  'POST /login/passkey/options': fromPages(200),
  'POST /api/me/passkeys': NO_SESSION,
  'POST /api/me/passkeys/options': { ...NO_SESSION, 'primary session': 409 },
  'PATCH /api/me': NO_SESSION,
  'PATCH /api/me/passkeys/:id': NO_SESSION,
  'DELETE /api/me/passkeys/:id': NO_SESSION,
  'GET /api/me/identities': NO_ACCOUNT,
  'POST /api/me/identities': { ...NO_SESSION, 'primary session': 409 },
  'POST /api/me/sign-in-link': { ...NO_SESSION, 'primary session': 409 },
  // A session like this would be that of everybody's owner.
  'POST /login/approve': { 'primary session': 403 },
  'POST /api/canvas/device/start': { local: 200 },
  'POST /api/code/devices/start': { local: 200 },
}

function everybody(cell: Cell): Partial<Record<CredentialKind, Cell>> {
  return new Proxy({}, { get: () => cell })
}

function expected(route: string, kind: CredentialKind): number {
  const [guard, own] = ROUTES[route] ?? ['open', 0]
  // A user's key is a key.
  const as = kind === 'own key' ? 'custom with ability' : kind
  const cells: Partial<Record<CredentialKind, Cell>> = GUARDS[guard]
  const cell = cells[as] ?? 401
  return cell === 'in' ? (EXCEPTIONS[route]?.[as] ?? own) : cell
}

async function ask(app: TestApp, route: string, { headers, address }: Credential) {
  const [method = '', path = ''] = route.split(' ')
  const url = `http://localhost${path.replace(/:(\w+)/g, 'none')}`
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
  const all = { ...headers, 'content-type': 'application/json' }
  const request = new Request(url, { method, headers: all, ...body })
  setConnection(request, { requestId: 'req_matrix', viaProxy: false, address, client: address })
  return (await app.app.fetch(request)).status
}

/** Whether the API description names the status; pages are not in it. */
function described(document: unknown, route: string, status: number): boolean {
  const [method = '', path = ''] = route.split(' ')
  const operations = Object(pick(document, 'paths'))[path.replace(/:(\w+)/g, '{$1}')]
  const operation: unknown = Object(operations)[method.toLowerCase()]
  return operation === undefined || status in Object(pick(operation, 'responses'))
}

/** Some seven thousand requests, one after another: five seconds of a machine that has nothing else to do. */
const MATRIX_MS = 600_000

test(
  'every credential meets the written status on every route',
  async () => {
    let now = Date.now()
    await using app = createTestApp({ env: { TRUSTED_NETWORKS: '127.0.0.1' }, now: () => now })
    const routes = app.app.routes.map(({ method, path }) => `${method} ${path}`).sort()
    expect(routes).toEqual(Object.keys(ROUTES).sort())
    const kinds = makeCredentials(app, (ms) => {
      now += ms
    })
    const wrong: string[] = []
    const document = await openApiOf(app)
    for (const kind of Object.keys(kinds) as CredentialKind[]) {
      let credential = await kinds[kind]()
      for (const route of routes) {
        if (SHORT_LIVED.has(kind)) credential = await kinds[kind]()
        const status = await ask(app, route, credential)
        // What was changed may be what the credential stands for.
        if (status < 400 && !route.startsWith('GET ')) credential = await kinds[kind]()
        const wanted = expected(route, kind)
        if (status >= 400 && !described(document, route, status))
          wrong.push(`${route} does not describe ${status}`)
        if (status !== wanted) wrong.push(`${route} with ${kind}: ${status} instead of ${wanted}`)
        // Limits per address are another test's.
        now += 60_000
      }
    }
    expect(wrong).toEqual([])
  },
  MATRIX_MS,
)
