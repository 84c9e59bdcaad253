import { PageLayout } from '../../ui/layout.tsx'
import { Empty } from '../../ui/state.tsx'
import { attention } from '../attention.tsx'
import { answersText } from '../shared/account.ts'
import { ShowLive, useRefresh } from '../shared/live.tsx'
import { EngineCard } from './engine-card.tsx'
import { m } from './messages/en.ts'
import { ToolServers } from './tool-servers.tsx'
import './page.css'

const REFRESH_MS = 10_000

/** Every engine with its models and its accounts. */
export function Page() {
  useRefresh(attention, REFRESH_MS)
  return (
    <PageLayout
      title={m.title}
      side={
        <button type="button" class="button" onClick={() => void attention.reload()}>
          {m.refresh}
        </button>
      }
    >
      <ShowLive of={attention}>
        {({ engines }) => (
          <div class="stack">
            {!engines.some(answersText) && (
              <Empty icon="engine" title={m.noEngine}>
                {m.noEngineText}
              </Empty>
            )}
            {engines.map((engine) => (
              <EngineCard key={`${engine.type} ${engine.id}`} engine={engine} />
            ))}
          </div>
        )}
      </ShowLive>
      <ToolServers />
    </PageLayout>
  )
}
