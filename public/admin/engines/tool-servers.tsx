import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { plural, relativeTime } from '../../ui/format.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
import { ForeignText, LongText } from '../shared/text.tsx'

const REFRESH_MS = 10_000

/** The servers of others whose tools are offered; nothing where there are none. */
export function ToolServers() {
  const live = useLive((signal) => read(api.GET('/admin/tool-servers', { signal })), REFRESH_MS)
  if (live.value.value?.items.length === 0) return null
  return (
    <section class="stack tool-servers" aria-labelledby="tool-servers">
      <h2 id="tool-servers">Tool servers</h2>
      <ShowLive of={live}>
        {({ items }) => (
          <div class="stack">
            {items.map((server) => (
              <ServerCard key={server.id} server={server} changed={() => live.reload()} />
            ))}
          </div>
        )}
      </ShowLive>
    </section>
  )
}

type ToolServer = components['schemas']['ToolServer']
const TONES = { online: 'ok', failed: 'bad', connecting: '' } as const

function ServerCard({ server, changed }: { server: ToolServer; changed: () => Promise<void> }) {
  const { id, host, state, error, tools, missing, others } = server
  const heading = `tool-server-${id}`
  return (
    <section class="card stack" aria-labelledby={heading}>
      <header class="engine-head">
        <span class={`dot ${TONES[state]}`} />
        <span class="grow">
          <h3 id={heading}>{id}</h3>
          <small>
            <LongText text={host} />, {stateText(server)}
          </small>
        </span>
        <ActionButton
          label="Check now"
          about={id}
          work={async () => {
            await send(api.POST('/admin/tool-servers/{id}/refresh', { params: { path: { id } } }))
            await changed()
          }}
          done={undefined}
        />
      </header>
      {error !== null && (
        <p class="notice bad">
          <span>
            It cannot be used: <LongText text={error} limit={400} />
          </span>
        </p>
      )}
      {missing.map(({ tool, reason }) => (
        <p class="notice bad" key={tool}>
          <span>
            <ForeignText text={tool} /> is not offered: {reason}
          </span>
        </p>
      ))}
      {tools.length > 0 && <ToolList tools={tools} />}
      {others.length > 0 && (
        <details class="engine-models">
          <summary>{plural(others.length, 'tool')} not offered</summary>
          <p>
            <LongText text={others.join(', ')} limit={2_000} />
          </p>
          <p class="quiet">To offer one, add its name to tools in hearth.toml.</p>
        </details>
      )}
    </section>
  )
}

function ToolList({ tools }: Pick<ToolServer, 'tools'>) {
  return (
    <ul class="rows">
      {tools.map(({ name, description, asks_first: asksFirst }) => (
        <li class="row" key={name}>
          <span class="grow">
            <ForeignText text={name} />
            <small>
              <LongText text={description} limit={300} />
            </small>
          </span>
          {asksFirst && <span class="tag">asks first</span>}
        </li>
      ))}
    </ul>
  )
}

function stateText({ state, tools, checked_at: checkedAt }: ToolServer): string {
  if (checkedAt === null) return 'not asked yet'
  const when = `checked ${relativeTime(checkedAt)}`
  if (state === 'failed') return `does not answer, ${when}`
  return `${tools.length === 0 ? 'no tools offered' : `${plural(tools.length, 'tool')} offered`}, ${when}`
}
