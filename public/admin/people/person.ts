import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { visibleText } from '../shared/text.tsx'
import { m } from './messages/en.ts'

/** People that are loaded at once. */
export const PAGE_ITEMS = 50

export type Person = components['schemas']['User']
export type PersonChange = Partial<Pick<Person, 'role' | 'status'>>

/** @throws {ApiError} `conflict` where no admin would be left */
export function changePerson(id: string, body: PersonChange): Promise<Person> {
  return read(api.PATCH('/admin/users/{id}', { params: { path: { id } }, body }))
}

/** How a person is called: an address that the identity provider has verified, or else a name. */
export function nameOf({ email, name, id }: Person): string {
  return visibleText(email ?? (name || id))
}

/** What a person may do at present. */
export function stateOf({ role, status }: Person): { text: string; tone: string } {
  if (status === 'deleted') return { text: m.state.deleted, tone: 'bad' }
  if (status === 'suspended')
    return { text: role === 'pending' ? m.state.turnedAway : m.state.suspended, tone: 'warn' }
  if (role === 'pending') return { text: m.state.waiting, tone: 'warn' }
  return role === 'admin' ? { text: m.state.admin, tone: '' } : { text: m.state.user, tone: '' }
}
