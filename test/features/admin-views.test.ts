import { expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import {
  AccessView,
  AlertView,
  AuditView,
  UserView,
} from '../../src/features/admin/records-schema.ts'
import { DeviceView } from '../../src/features/shared/device-view.ts'
import { KeyView, NewKeyView } from '../../src/features/shared/key-view.ts'
import { countedListSchema, listSchema } from '../../src/features/shared/lists.ts'
import { matches } from '../../src/platform/check.ts'
import { createDevice } from '../support/devices.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

test('the admin area answers as its schemas say, with snake-case names and ISO times', async () => {
  await using service = createTestApp({ now: () => Date.UTC(2026, 8, 1) })
  const { id: device, person } = createDevice(service)
  service.services.alerts.raise({ kind: 'test', subject: 'a', message: 'b' })
  const alert = await pickFrom(await service.asOwner('GET', '/admin/alerts'), 'items.0.id')
  const made = await service.asOwner('POST', '/admin/api-keys', {
    label: 'kitchen',
    project: 'web',
    expires_at: '2027-01-01T00:00:00Z',
  })
  const key: unknown = await made.clone().json()
  const id = await pickFrom(made, 'id')
  expect(matches(NewKeyView, key)).toBe(true)
  const answers: [string, string, TSchema, unknown?][] = [
    ['GET', `/admin/api-keys/${id}`, KeyView],
    ['PATCH', `/admin/api-keys/${id}`, KeyView, { product: null }],
    ['GET', '/admin/api-keys', countedListSchema(KeyView)],
    ['GET', `/admin/api-access/${id}`, AccessView],
    ['GET', '/admin/api-access', listSchema(AccessView)],
    ['POST', `/admin/api-keys/${id}/revoke`, KeyView],
    ['PATCH', `/admin/users/${person.id}`, UserView, { role: 'admin' }],
    ['GET', '/admin/users?limit=1', countedListSchema(UserView)],
    ['POST', `/admin/devices/${device}/revoke`, DeviceView],
    ['GET', '/admin/devices', listSchema(DeviceView)],
    ['POST', `/admin/alerts/${alert}/acknowledge`, AlertView],
    ['GET', '/admin/alerts', countedListSchema(AlertView)],
    ['GET', '/admin/audit', listSchema(AuditView)],
  ]
  for (const [method, path, schema, body] of answers) {
    const response = await service.asOwner(method, path, body)
    const answer: unknown = await response.json()
    const strict = { ...schema, additionalProperties: false }
    expect([method, path, response.status, matches(strict, answer)]).toEqual([
      method,
      path,
      200,
      true,
    ])
    expect(JSON.stringify(answer)).not.toMatch(/"(?:createdAt|nextCursor|hash)"/)
  }
  const page = await service.asOwner('GET', '/admin/api-keys')
  expect(await pickFrom(page, 'items.0')).toMatchObject({
    created_at: '2026-09-01T00:00:00.000Z',
    expires_at: '2027-01-01T00:00:00.000Z',
    revoked_at: '2026-09-01T00:00:00.000Z',
  })
})
