import { ApiError, api, read } from '../ui/api.ts'
import { useResource } from '../ui/resource.ts'
import { m } from '../ui/shared/messages/en.ts'
import { loadAttachment, SharedConversation } from '../ui/shared-conversation.tsx'
import { Empty, Failed, Loading } from '../ui/state.tsx'
import './shared-page.css'

/** What lets the reader in; it stands behind the `#`, which browsers send to nobody. */
const header = { 'x-share-token': window.location.hash.slice(1) }

/** What a link shares. */
export function SharedPage() {
  return (
    <main class="shared-page">
      <Content />
    </main>
  )
}

function Content() {
  const loaded = useResource(() => read(api.GET('/api/shared-link', { params: { header } })))
  const shared = loaded.value.value
  if (shared.state === 'loading') return <Loading label={m.loading} />
  if (shared.state === 'failed')
    return shared.error instanceof ApiError && shared.error.status === 404 ? (
      <Empty icon="link" title={m.notAnyMore}>
        {m.linkExpired}
      </Empty>
    ) : (
      <Failed error={shared.error} retry={() => void loaded.reload()} />
    )
  const { data } = shared
  document.title = `${data.title} · Hearth`
  const load = (id: string, part: 'file' | 'picture') =>
    loadAttachment(`/api/shared-link/attachments/${id}?part=${part}`, { headers: header })
  return (
    <>
      <h1 dir="auto">{data.title || m.title}</h1>
      <SharedConversation shared={data} load={data.attachments ? load : undefined} />
    </>
  )
}
