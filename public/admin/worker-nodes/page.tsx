import { api, read } from '../../ui/api.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { Code } from '../code.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
import { m } from './messages/en.ts'
import { NodeCard } from './node-card.tsx'
import './page.css'

const REFRESH_MS = 3_000

/** The machines that run engines for this one. */
export function Page() {
  const nodes = useLive((signal) => read(api.GET('/admin/worker-nodes', { signal })), REFRESH_MS)
  return (
    <PageLayout title={m.title}>
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

const SETTINGS = '[queue]\nurl = "redis://:PASSWORD@10.0.0.2:6379"'
const COMMAND = 'npm run worker'

/** What worker nodes are for, and how the first one is added. */
function HowToJoin({ isShared }: { isShared: boolean }) {
  return (
    <section class="card stack" aria-labelledby="join">
      <h2 id="join">{isShared ? m.noneJoined : m.allHere}</h2>
      <p>{m.whatFor} </p>
      {!isShared && (
        <>
          <p>{m.needsRedis} </p>
          <Code text={SETTINGS} label={m.settings} />
        </>
      )}
      <p>{m.onOthers} </p>
      {isShared && <Code text={SETTINGS} label={m.settings} />}
      <Code text={COMMAND} label={m.command} />
      <p class="quiet small">{m.appears}</p>
    </section>
  )
}
