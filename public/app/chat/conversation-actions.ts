import { api, read, send } from '../../ui/api.ts'
import { navigate, path } from '../../ui/router.ts'
import { attempt, toast } from '../../ui/toast.tsx'
import { leaving, loadConversations } from './list-state.ts'
import { m } from './parts/messages/en.ts'

/** Changes titles, pins or what is allowed, or moves to a folder. @returns Whether it was done */
export function changeConversations(
  ids: readonly string[],
  body: { title?: string; pinned?: boolean; folder_id?: string | null; allowed_tools?: string[] },
): Promise<boolean> {
  const change = (id: string) =>
    read(api.PATCH('/api/conversations/{id}', { params: { path: { id } }, body }))
  return attempt(async () => {
    await Promise.all(ids.map(change))
    await loadConversations()
  })
}

/** Takes conversations out of the list, and deletes them once that is not undone. */
export function deleteConversations(ids: readonly string[]): void {
  leaving.value = new Set([...leaving.value, ...ids])
  if (ids.some((id) => path.peek() === `/app/c/${id}`)) navigate('/app/')
  const settle = () => {
    leaving.value = leaving.value.difference(new Set(ids))
  }
  /** Once: a page that was left may come back, with its toast. */
  let isRemoved = false
  const remove = () => {
    if (isRemoved) return
    isRemoved = true
    window.removeEventListener('pagehide', remove)
    void attempt(() => Promise.all(ids.map(removeOne))).then(async () => {
      await loadConversations()
      settle()
    })
  }
  const undo = () => {
    if (isRemoved) return
    window.removeEventListener('pagehide', remove)
    settle()
  }
  // What is asked for is done, also when the page is left before.
  window.addEventListener('pagehide', remove)
  toast(m.areDeleted(ids.length), { label: m.undo, run: undo, onExpire: remove })
}

function removeOne(id: string): Promise<void> {
  const params = { path: { id } }
  return send(api.DELETE('/api/conversations/{id}', { params, keepalive: true }))
}
