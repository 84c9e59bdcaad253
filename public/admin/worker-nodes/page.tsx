import { api, read } from '../../ui/api.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { Code } from '../code.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
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

const SETTINGS = '[queue]\nurl = "redis://:PASSWORD@10.0.0.2:6379"'
const COMMAND = 'npm run worker'

/** What worker nodes are for, and how the first one is added. */
function HowToJoin({ isShared }: { isShared: boolean }) {
  return (
    <section class="card stack" aria-labelledby="join">
      <h2 id="join">
        {isShared ? 'No worker node has joined yet' : 'This machine does all the work'}
      </h2>
      <p>
        A worker node is another machine whose engines answer for this one. Heavy tasks are spread
        over all machines, in the order in which they were asked, so that several run at a time.
        Clients change nothing: addresses, keys and models stay here.
      </p>
      {!isShared && (
        <>
          <p>
            All machines need the way to one Redis or Valkey server. Put its address into
            hearth.toml here, and start Hearth again:
          </p>
          <Code text={SETTINGS} label="the settings" />
        </>
      )}
      <p>
        On each other machine, install the same version of Hearth, put the same lines into its
        hearth.toml beside its own engines, and start it:
      </p>
      {isShared && <Code text={SETTINGS} label="the settings" />}
      <Code text={COMMAND} label="the command" />
      <p class="quiet small">It appears here within seconds. It needs no port and keeps no data.</p>
    </section>
  )
}
