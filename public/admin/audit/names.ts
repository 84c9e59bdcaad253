import { api, read } from '../../ui/api.ts'

/** The most that one page of a list has; what is older keeps its id. */
const PAGE = 200
/** The account of sessions with the Primary Key; no list has it. */
const PRIMARY_USER = 'usr_primary'

/** Names of what is changed, by id: people, keys, devices and alerts. */
export async function loadNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const options = { signal, params: { query: { limit: PAGE } } }
  const [users, keys, devices, alerts] = await Promise.all([
    read(api.GET('/admin/users', options)),
    read(api.GET('/admin/api-keys', options)),
    read(api.GET('/admin/devices', options)),
    read(api.GET('/admin/alerts', options)),
  ])
  return new Map([
    [PRIMARY_USER, 'the owner'] as const,
    ...users.items.map(({ id, email, name }) => [id, email ?? name ?? id] as const),
    ...keys.items.map(({ id, label }) => [id, label] as const),
    ...devices.items.map(({ id, name }) => [id, name] as const),
    ...alerts.items.map(({ id, subject }) => [id, subject] as const),
  ])
}
