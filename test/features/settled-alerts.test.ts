import { expect, test } from 'bun:test'
import { AlertView } from '../../src/features/admin/records-schema.ts'
import { listSchema } from '../../src/features/shared/lists.ts'
import { matches } from '../../src/platform/check.ts'
import { pairedApp } from '../support/canvas.ts'
import { pickList } from '../support/pick.ts'
import { createTestApp, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const AlertList = listSchema(AlertView)

async function alertsOf(service: TestApp): Promise<AlertView[]> {
  const list: unknown = await (await service.asOwner('GET', '/admin/alerts')).json()
  if (!matches(AlertList, list)) throw new Error('The list is not as described')
  return list.items
}

async function alertAbout(
  service: TestApp,
  id: string | undefined,
): Promise<AlertView | undefined> {
  return (await alertsOf(service)).find(({ about }) => about === id)
}

async function change(service: TestApp, id: string, body: object): Promise<void> {
  expect((await service.asOwner('PATCH', `/admin/users/${id}`, body)).status).toBe(200)
}

test('the alert about a waiting user closes with the decision, no matter who decided', async () => {
  await using service = createTestApp()
  const decisions = [
    { role: 'user' },
    { role: 'admin' },
    { status: 'suspended' },
    { status: 'deleted' },
  ]
  for (const decision of decisions) {
    const { id } = makeUser(service.services, { role: 'pending' })
    const openAlert = await alertAbout(service, id)
    expect(openAlert).toMatchObject({ kind: 'user_pending', acknowledged_at: null })
    await change(service, id, decision)
    const closed = await alertAbout(service, id)
    expect(closed).toMatchObject({ acknowledged_by: 'Primary Key' })
    expect(closed?.acknowledged_at).not.toBeNull()
    const audit = await (await service.asOwner('GET', '/admin/audit')).json()
    expect(pickList(audit, 'items')).toContainEqual(
      expect.objectContaining({
        actor: 'Primary Key',
        action: 'alert.acknowledge',
        subject: openAlert?.id,
        after: { about: id },
      }),
    )
  }
})

test('a decision closes no alert about anybody else, and no second time', async () => {
  await using service = createTestApp()
  const [ann, bob] = ['ann@example.test', 'bob@example.test'].map((email) =>
    makeUser(service.services, { role: 'pending', email }),
  )
  await change(service, ann?.id ?? '', { role: 'user' })
  const closed = await alertAbout(service, ann?.id)
  expect(await alertAbout(service, bob?.id)).toMatchObject({ acknowledged_at: null })
  await change(service, ann?.id ?? '', { status: 'suspended' })
  expect(await alertAbout(service, ann?.id)).toEqual(closed)
})

test('the alert about the owner closes when the provider verifies the address at last', async () => {
  await using service = createTestApp({ env: { OWNER_EMAIL: 'owner@example.test' } })
  const identity = { issuer: 'https://id.example.test', subject: 'owner', name: 'Owner' }
  service.services.users.signedIn({ ...identity, email: undefined })
  expect((await alertsOf(service))[0]?.acknowledged_at).toBeNull()
  service.services.users.signedIn({ ...identity, email: 'owner@example.test' })
  expect((await alertsOf(service))[0]).toMatchObject({ acknowledged_by: 'Hearth' })
})

test('the alert about a copied refresh token closes with its device or its user', async () => {
  await using service = createTestApp()
  const reuse = async () => {
    const person = makeUser(service.services)
    const { refresh, refresh_token } = await pairedApp(service, person.headers)
    await refresh(refresh_token)
    await refresh(refresh_token)
    const alerts = await alertsOf(service)
    const alert = alerts.find(({ acknowledged_at }) => acknowledged_at === null)
    expect(alert?.kind).toBe('refresh_token_reused')
    return { person, device: alert?.about ?? '' }
  }
  const first = await reuse()
  // It was revoked with the alert; this says that the owner has seen to it.
  await service.asOwner('POST', `/admin/devices/${first.device}/revoke`)
  expect(await alertAbout(service, first.device)).toMatchObject({ acknowledged_by: 'Primary Key' })
  const second = await reuse()
  await change(service, second.person.id, { status: 'suspended' })
  expect(await alertAbout(service, second.device)).toMatchObject({ acknowledged_by: 'Primary Key' })
})
