import { PageLayout } from '../../ui/layout.tsx'
import { Empty } from '../../ui/state.tsx'
import { attention } from '../attention.tsx'
import { answersText } from '../shared/account.ts'
import { ShowLive, useRefresh } from '../shared/live.tsx'
import { EngineCard } from './engine-card.tsx'
import { ToolServers } from './tool-servers.tsx'
import './page.css'

const REFRESH_MS = 10_000

/** Every engine with its models and its accounts. */
export function Page() {
  useRefresh(attention, REFRESH_MS)
  return (
    <PageLayout
      title="Engines"
      side={
        <button type="button" class="button" onClick={() => void attention.reload()}>
          Refresh
        </button>
      }
    >
      <ShowLive of={attention}>
        {({ engines }) => (
          <div class="stack">
            {!engines.some(answersText) && (
              <Empty icon="engine" title="There is no engine yet">
                Start a model server on this machine (llama-server, ollama serve, …): it is found
                within seconds. Or put a GGUF file into the folder models of DATA_DIR, and install
                llama-server (brew install llama.cpp, apt install llama.cpp). Or add [[engines]] to
                hearth.toml.
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
