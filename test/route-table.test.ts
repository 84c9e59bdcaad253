import { expect, test } from 'bun:test'
import { factsOf } from '../src/http/server/route-facts.ts'
import { createTestApp } from './support/service.ts'

function guardOf(hooks: { detail?: { security?: object[] } }): string {
  const { security } = hooks.detail ?? {}
  if (security === undefined) return 'NONE'
  return security.flatMap((one) => Object.keys(one)).join(' ') || 'open'
}

test('method, path and guard of every route', async () => {
  await using test = createTestApp()
  const table = test.app.routes.map(
    ({ method, path, hooks }) => `${method} ${path} ${guardOf(hooks)}`,
  )
  expect(table.sort()).toEqual([
    'DELETE /admin/skills/:name require_admin',
    'DELETE /admin/users/:id/sessions require_admin',
    'DELETE /admin/users/:id/sessions/:session require_admin',
    'DELETE /api/ai/agent/:id require_user_or_local',
    'DELETE /api/ai/generate/:id require_user_or_local',
    'DELETE /api/ai/tts/:id require_user_or_local',
    'DELETE /api/brands/:id require_admin',
    'DELETE /api/conversations/:id require_user',
    'DELETE /api/me/sessions require_user',
    'DELETE /api/me/sessions/:id require_user',
    'DELETE /api/nas/files/:token require_user_or_local',
    'DELETE /api/skills/:name require_admin',
    'DELETE /buffer/:id require_api_key',
    'DELETE /history/:id require_api_key',
    'DELETE /jobs/:id require_api_key',
    'GET / open',
    'GET /admin/alerts require_admin',
    'GET /admin/api-access require_admin',
    'GET /admin/api-access/:id require_admin',
    'GET /admin/api-keys require_admin',
    'GET /admin/api-keys/:id require_admin',
    'GET /admin/audit require_admin',
    'GET /admin/backups require_admin',
    'GET /admin/backups/:name require_admin',
    'GET /admin/devices require_admin',
    'GET /admin/doctor require_admin',
    'GET /admin/engines require_admin',
    'GET /admin/queue require_admin',
    'GET /admin/requests require_admin',
    'GET /admin/skills require_admin',
    'GET /admin/skills/:name require_admin',
    'GET /admin/system require_admin',
    'GET /admin/usage require_admin',
    'GET /admin/usage.csv require_admin',
    'GET /admin/usage/usual require_admin',
    'GET /admin/users require_admin',
    'GET /admin/users/:id require_admin',
    'GET /admin/users/:id/devices require_admin',
    'GET /admin/users/:id/sessions require_admin',
    'GET /api/ai/agent/:id require_user_or_local',
    'GET /api/ai/agent/:id/events require_user_or_local',
    'GET /api/ai/agent/tasks require_user_or_local',
    'GET /api/ai/generate/:id require_user_or_local',
    'GET /api/ai/generate/:id/events require_user_or_local',
    'GET /api/ai/image/file/:name open',
    'GET /api/ai/jobs require_user_or_local',
    'GET /api/ai/tts/:id require_user_or_local',
    'GET /api/ai/tts/:id/events require_user_or_local',
    'GET /api/ai/tts/file/:name open',
    'GET /api/ai/tts/voices require_user_or_local',
    'GET /api/brands require_api_key',
    'GET /api/brands/:id require_api_key',
    'GET /api/canvas/me require_canvas',
    'GET /api/code/v1/models require_device',
    'GET /api/code/v1/models/* require_device',
    'GET /api/code/v1/models/:model require_device',
    'GET /api/code/whoami require_device',
    'GET /api/conversations require_user',
    'GET /api/conversations/:id require_user',
    'GET /api/conversations/:id/attachments/:attachment require_user',
    'GET /api/conversations/:id/attachments/:attachment/picture require_user',
    'GET /api/conversations/:id/events require_user',
    'GET /api/conversations/:id/export require_user',
    'GET /api/dashboard/summary require_user_or_local',
    'GET /api/dashboard/usage require_user_or_local',
    'GET /api/me require_user',
    'GET /api/me/devices require_user',
    'GET /api/me/sessions require_user',
    'GET /api/nas/files require_user_or_local',
    'GET /api/nas/limits require_user_or_local',
    'GET /api/skills require_api_key',
    'GET /api/skills/:name require_api_key',
    'GET /app/ require_session',
    'GET /app/* require_session',
    'GET /assets/:name open',
    'GET /auth-check require_api_key',
    'GET /canvas/approve require_session',
    'GET /client open',
    'GET /code/approve require_session',
    'GET /docs open',
    'GET /docs/docs.css open',
    'GET /docs/docs.js open',
    'GET /docs/limits open',
    'GET /health open',
    'GET /history require_api_key',
    'GET /history/:id require_api_key',
    'GET /icon.svg open',
    'GET /jobs require_api_key',
    'GET /jobs/:id require_api_key',
    'GET /jobs/:id/events require_api_key',
    'GET /jobs/:id/result require_api_key',
    'GET /login open',
    'GET /login/callback open',
    'GET /login/key open',
    'GET /metrics require_admin_or_local',
    'GET /nas/:token/:filename open',
    'GET /openapi.json open',
    'GET /pages/admin require_admin_page',
    'GET /style.css open',
    'GET /v1/models require_api_key',
    'GET /v1/models/* require_api_key',
    'GET /v1/models/:model require_api_key',
    'GET /v1/web/scrape require_api_key',
    'GET /waiting require_sign_in',
    'HEAD /buffer/:id require_api_key',
    'OPTIONS /buffer open',
    'PATCH /admin/api-keys/:id require_admin',
    'PATCH /admin/users/:id require_admin',
    'PATCH /api/conversations/:id require_user',
    'PATCH /api/nas/files/:token require_user_or_local',
    'PATCH /buffer/:id require_api_key',
    'PATCH /history/:id require_api_key',
    'POST /admin/alerts/:id/acknowledge require_admin',
    'POST /admin/api-keys require_admin',
    'POST /admin/api-keys/:id/revoke require_admin',
    'POST /admin/backup require_admin',
    'POST /admin/backups require_admin',
    'POST /admin/devices/:id/revoke require_admin',
    'POST /admin/engines/:engine/accounts/:account/clear require_admin',
    'POST /admin/engines/:engine/accounts/:account/disable require_admin',
    'POST /admin/engines/:engine/accounts/:account/enable require_admin',
    'POST /admin/engines/:engine/accounts/:account/probe require_admin',
    'POST /admin/queue/:id/cancel require_admin',
    'POST /api/ai/agent require_user_or_local',
    'POST /api/ai/agent/:id/again require_user_or_local',
    'POST /api/ai/generate require_user_or_local',
    'POST /api/ai/generate/:id/again require_user_or_local',
    'POST /api/ai/image require_user_or_local',
    'POST /api/ai/tts require_user_or_local',
    'POST /api/ai/tts/:id/again require_user_or_local',
    'POST /api/canvas/device/poll open',
    'POST /api/canvas/device/start open',
    'POST /api/canvas/device/verify require_session',
    'POST /api/canvas/images require_canvas',
    'POST /api/canvas/token/refresh open',
    'POST /api/code/devices/poll open',
    'POST /api/code/devices/start open',
    'POST /api/code/logout require_device',
    'POST /api/code/v1/chat/completions require_device',
    'POST /api/conversations require_user',
    'POST /api/conversations/:id/messages require_user',
    'POST /api/conversations/:id/messages/:message/retry require_user',
    'POST /api/conversations/:id/messages/:message/stop require_user',
    'POST /api/me/devices/:id/revoke require_user',
    'POST /api/nas/upload require_user_or_local',
    'POST /audio/transcriptions require_api_key',
    'POST /buffer require_api_key',
    'POST /buffer/:id require_api_key',
    'POST /canvas/approve require_session',
    'POST /code/approve require_session',
    'POST /login/key open',
    'POST /logout require_sign_in',
    'POST /transcribe require_api_key',
    'POST /transcribe-url require_api_key',
    'POST /v1/audio/speech require_api_key',
    'POST /v1/audio/transcriptions require_api_key',
    'POST /v1/audio/translations require_api_key',
    'POST /v1/chat/completions require_api_key',
    'POST /v1/web/scrape require_api_key',
    'PUT /admin/api-access/:id require_admin',
    'PUT /admin/skills/:name require_admin',
    'PUT /api/brands/:id require_admin',
    'PUT /api/skills/:name require_admin',
  ])
})

test('paths whose errors are OpenAI’s or pages, and paths that keep secrets', async () => {
  await using test = createTestApp()
  const pathsWith = (says: (facts: ReturnType<typeof factsOf>) => boolean) => [
    ...new Set(
      test.app.routes
        .filter(({ hooks }) => says(factsOf(hooks.detail)))
        .map(({ path }) => path)
        .sort(),
    ),
  ]
  expect(pathsWith(({ errorShape }) => errorShape === 'openai')).toEqual([
    '/api/code/v1/chat/completions',
    '/api/code/v1/models',
    '/api/code/v1/models/*',
    '/api/code/v1/models/:model',
    '/audio/transcriptions',
    '/v1/audio/speech',
    '/v1/audio/transcriptions',
    '/v1/audio/translations',
    '/v1/chat/completions',
    '/v1/models',
    '/v1/models/*',
    '/v1/models/:model',
  ])
  expect(pathsWith(({ errorShape }) => errorShape === 'page')).toEqual([
    '/api/canvas/device/verify',
    '/app/',
    '/app/*',
    '/canvas/approve',
    '/code/approve',
    '/login',
    '/login/callback',
    '/login/key',
    '/logout',
    '/pages/admin',
    '/waiting',
  ])
  // What makes or shows a credential, or tells of those who have one.
  const secret =
    /^\/(?:auth-check|login|logout|waiting|app\/|history|pages\/|api\/(?:conversations|me|nas)|admin\/(?:api-|users|devices|audit|requests|system)|(?:api\/)?(?:code|canvas)\/)/
  const paths = [...new Set(test.app.routes.map(({ path }) => path))].sort()
  expect(pathsWith(({ sensitive }) => sensitive === true)).toEqual(
    paths.filter((path) => secret.test(path)),
  )
})

test('no route makes Elysia prepare what nobody reads', async () => {
  await using test = createTestApp()
  const preparing = test.app.routes.flatMap((route) => {
    const made = ['headers.toJSON', 'parseCookie', 'getServer'].filter((part) =>
      route.compile().toString().includes(part),
    )
    return made.length === 0 ? [] : [`${route.method} ${route.path}: ${made.join(', ')}`]
  })
  expect(preparing).toEqual([])
})
