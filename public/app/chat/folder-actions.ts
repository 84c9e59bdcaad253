import { api, read, send } from '../../ui/api.ts'
import { attempt } from '../../ui/toast.tsx'
import { changeConversations } from './conversation-actions.ts'
import { conversations, loadConversations } from './list-state.ts'

/** Makes a folder, and moves conversations into it. */
export function makeFolder(name: string, ids: readonly string[] = []): Promise<boolean> {
  return attempt(async () => {
    const folder = await read(api.POST('/api/conversation-folders', { body: { name } }))
    if (ids.length > 0) await changeConversations(ids, { folder_id: folder.id })
    else await loadConversations()
  })
}

/** Renames a folder, or opens or closes it in the list, which shows it at once. */
export function changeFolder(id: string, body: { name?: string; open?: boolean }): void {
  const page = conversations.value
  if (page !== undefined) {
    const folders = page.folders.map((one) => (one.id === id ? { ...one, ...body } : one))
    conversations.value = { ...page, folders }
  }
  void attempt(() =>
    read(api.PATCH('/api/conversation-folders/{id}', { params: { path: { id } }, body })),
  ).then((isDone) => {
    if (!isDone || body.name !== undefined) void loadConversations()
  })
}

/** Deletes a folder; its conversations stay. */
export function deleteFolder(id: string): void {
  void attempt(() =>
    send(api.DELETE('/api/conversation-folders/{id}', { params: { path: { id } } })),
  ).then(loadConversations)
}
