import { api, read } from '../../ui/api.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
import { HowToJoin } from './how-to-join.tsx'
import { NodeCard } from './node-card.tsx'
import './page.css'

const REFRESH_MS = 3_000

/** The machines that run engines for this one. */
export function Page() {
  const nodes = useLive((signal) => read(api.GET('/admin/worker-nodes', { signal })), REFRESH_MS)
  return (
    <PageLayout title="Machines">
      <ShowLive of={nodes}>
        {({ is_shared: isShared, version, items }) => (
          <div class="stack">
            {items.map((node) => (
              <NodeCard
                key={node.name}
                node={node}
                ownVersion={version}
                changed={() => nodes.reload()}
              />
            ))}
            {items.length === 0 && <HowToJoin isShared={isShared} />}
          </div>
        )}
      </ShowLive>
    </PageLayout>
  )
}
