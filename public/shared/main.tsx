import '../ui/tokens.css'
import '../ui/base.css'
import './shared.css'
import { render } from 'preact'
import { ApiError, api, read } from '../ui/api.ts'
import { useResource } from '../ui/resource.ts'
import { loadAttachment, SharedConversation } from '../ui/shared-conversation.tsx'
import { Empty, Failed, Loading } from '../ui/state.tsx'

/** What lets the reader in; it stands behind the `#`, which browsers send to nobody. */
const headers = { 'x-share-token': window.location.hash.slice(1) }

/** What a link shares. */
function SharedPage() {
  const loaded = useResource(() => read(api.GET('/api/shared-link', { headers })))
  const shared = loaded.value.value
  if (shared.state === 'loading') return <Loading label="Loading the conversation" />
  if (shared.state === 'failed')
    return shared.error instanceof ApiError && shared.error.status === 404 ? (
      <Empty icon="link" title="This conversation is not shared any more">
        The link has expired or was withdrawn, or a part of it is missing. Ask whoever sent it for
        another one.
      </Empty>
    ) : (
      <Failed error={shared.error} retry={() => void loaded.reload()} />
    )
  const { data } = shared
  document.title = `${data.title} · Hearth`
  const load = (id: string, part: 'file' | 'picture') =>
    loadAttachment(`/api/shared-link/attachments/${id}?part=${part}`, { headers })
  return (
    <>
      <h1 dir="auto">{data.title || 'Shared conversation'}</h1>
      <SharedConversation shared={data} load={data.attachments ? load : undefined} />
    </>
  )
}

const root = document.getElementById('root')
if (root !== null)
  render(
    <main class="shared-page">
      <SharedPage />
    </main>,
    root,
  )
// Another link that is opened in the same tab changes only what stands behind the `#`.
window.addEventListener('hashchange', () => window.location.reload())
