import { api, read } from '../../ui/api.ts'

/** A profile of workers as a box to check. */
interface WorkerProfileChoice {
  id: string
  label: string
}

/** The profiles of workers that there are: those that are shipped, and the owner's. @throws {ApiError} */
export async function loadWorkerProfiles(signal: AbortSignal): Promise<WorkerProfileChoice[]> {
  const params = { query: { limit: 1 } }
  const { profiles } = await read(api.GET('/admin/workers', { params, signal }))
  return profiles.map(({ name }) => ({ id: name, label: name }))
}
