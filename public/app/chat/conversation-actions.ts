import { api, read, send } from '../../ui/api.ts'
import { plural } from '../../ui/format.ts'
import { navigate, path } from '../../ui/router.ts'
import { attempt, toast } from '../../ui/toast.tsx'
import { leaving, loadConversations } from './list-state.ts'

/** Changes a title or a pin. @returns Whether it was done */
export function changeConversation(
  id: string,
  body: { title?: string; pinned?: boolean },
): Promise<boolean> {
  return attempt(async () => {
    await read(api.PATCH('/api/conversations/{id}', { params: { path: { id } }, body }))
    await loadConversations()
  })
}

/** Takes conversations out of the list, and deletes them once that is not undone. */
export function deleteConversations(ids: readonly string[]): void {
  leaving.value = new Set([...leaving.value, ...ids])
  if (ids.some((id) => path.peek() === `/app/c/${id}`)) navigate('/app/')
  const settle = () => {
    window.removeEventListener('pagehide', remove)
    leaving.value = leaving.value.difference(new Set(ids))
  }
  const remove = () => {
    window.removeEventListener('pagehide', remove)
    void attempt(() => Promise.all(ids.map(removeOne))).then(async () => {
      await loadConversations()
      settle()
    })
  }
  // What is asked for is done, also when the page is left before.
  window.addEventListener('pagehide', remove)
  const what =
    ids.length === 1 ? 'The conversation is' : `${plural(ids.length, 'conversation')} are`
  toast(`${what} deleted`, { label: 'Undo', run: settle, otherwise: remove })
}

function removeOne(id: string): Promise<void> {
  const params = { path: { id } }
  return send(api.DELETE('/api/conversations/{id}', { params, keepalive: true }))
}
