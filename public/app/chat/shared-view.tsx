import { ApiError, api, read, send } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { navigate } from '../../ui/router.ts'
import { loadAttachment, SharedConversation } from '../../ui/shared-conversation.tsx'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { ListButton } from './list-button.tsx'
import { loadConversations } from './list-state.ts'
import { m } from './parts/messages/en.ts'
import { titleOf } from './title.ts'

/** A conversation that another member shares, to read. */
export function SharedView({ id }: { id: string }) {
  const path = { share: id }
  const loaded = useResource(
    (signal) => read(api.GET('/api/shared-conversations/{share}', { params: { path }, signal })),
    [id],
  )
  const shared = loaded.value.value
  const title = shared.state === 'ready' ? titleOf(shared.data) : m.sharedConversation
  document.title = `${title} · Hearth`
  const leave = () =>
    attempt(async () => {
      await send(api.DELETE('/api/shared-conversations/{share}', { params: { path } }))
      await loadConversations()
      navigate('/app/')
    })
  const load = (attachment: string, part: 'file' | 'picture') =>
    loadAttachment(`/api/shared-conversations/${id}/attachments/${attachment}?part=${part}`)
  return (
    <main class="conversation">
      <header class="bar">
        <ListButton />
        <h1 dir="auto">{title}</h1>
        {shared.state === 'ready' && (
          <button type="button" class="button" onClick={() => void leave()}>
            <Icon name="close" /> {m.removeFromList}
          </button>
        )}
      </header>
      {/* It scrolls, and nothing in it may be able to have the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div class="message-list" tabIndex={0}>
        {shared.state === 'loading' ? (
          <Loading label={m.loadingConversation} />
        ) : shared.state === 'ready' ? (
          <div class="messages">
            <SharedConversation
              shared={shared.data}
              load={shared.data.attachments ? load : undefined}
            />
          </div>
        ) : shared.error instanceof ApiError && shared.error.status === 404 ? (
          <Empty icon="chat" title={m.notShared}>
            <a href="/app/">{m.startNewChat}</a>
          </Empty>
        ) : (
          <Failed error={shared.error} retry={() => void loaded.reload()} />
        )}
      </div>
    </main>
  )
}
