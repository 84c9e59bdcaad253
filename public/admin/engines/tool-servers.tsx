import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { relativeTime } from '../../ui/format.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
import { ForeignText, LongText } from '../shared/text.tsx'
import { m } from './messages/en.ts'

const REFRESH_MS = 10_000

/** The servers of others whose tools are offered; nothing where there are none. */
export function ToolServers() {
  const live = useLive((signal) => read(api.GET('/admin/tool-servers', { signal })), REFRESH_MS)
  if (live.value.value?.items.length === 0) return null
  return (
    <section class="stack tool-servers" aria-labelledby="tool-servers">
      <h2 id="tool-servers">{m.toolServers}</h2>
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
          label={m.checkNow}
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
          <span>{fill(m.cannotBeUsed, { reason: <LongText text={error} limit={400} /> })}</span>
        </p>
      )}
      {missing.map(({ tool, reason }) => (
        <p class="notice bad" key={tool}>
          <span>{fill(m.isNotOffered, { tool: <ForeignText text={tool} />, reason })}</span>
        </p>
      ))}
      {tools.length > 0 && <ToolList tools={tools} />}
      {others.length > 0 && (
        <details class="engine-models">
          <summary>{m.toolsNotOffered(others.length)}</summary>
          <p>
            <LongText text={others.join(', ')} limit={2_000} />
          </p>
          <p class="quiet">{m.toOffer}</p>
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
          {asksFirst && <span class="tag">{m.asksFirst}</span>}
        </li>
      ))}
    </ul>
  )
}

function stateText({ state, tools, checked_at: checkedAt }: ToolServer): string {
  if (checkedAt === null) return m.notAskedYet
  const when = relativeTime(checkedAt)
  if (state === 'failed') return m.checkedToo(m.doesNotAnswer, when)
  return m.checkedToo(tools.length === 0 ? m.noTools : m.toolsOffered(tools.length), when)
}
