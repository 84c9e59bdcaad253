import { api, read } from '../../ui/api.ts'
import { plural } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { Empty } from '../../ui/state.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
import { Scroll } from '../shared/scroll.tsx'
import { laneText, type QueueState, type Run, RunRow } from './run-row.tsx'
import './page.css'

const REFRESH_MS = 1_500

/** What runs and what waits, as it changes. */
export function Page() {
  const queue = useLive((signal) => read(api.GET('/admin/queue', { signal })), REFRESH_MS)
  return (
    <PageLayout title="Queue">
      <ShowLive of={queue}>
        {(now) => (
          <>
            {now.running.length + now.waiting.length === 0 ? (
              <Empty icon="queue" title="Nothing runs and nothing waits">
                Requests appear here while they are answered.
              </Empty>
            ) : (
              <>
                <List
                  title={`${plural(now.running.length, 'request is', 'requests are')} answered now`}
                  runs={now.running}
                  changed={() => queue.reload()}
                />
                <List
                  title={`${plural(now.waiting.length, 'waits', 'wait')} in line`}
                  runs={now.waiting}
                  changed={() => queue.reload()}
                />
              </>
            )}
            <Lanes {...now} />
          </>
        )}
      </ShowLive>
    </PageLayout>
  )
}

function List({
  title,
  runs,
  changed,
}: {
  title: string
  runs: readonly Run[]
  changed: () => Promise<void>
}) {
  if (runs.length === 0) return null
  return (
    <section>
      <h2 class="section">{title}</h2>
      <ul class="rows">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} changed={changed} />
        ))}
      </ul>
    </section>
  )
}

/** How many at a time there are of each kind of work, for who wants to know. */
function Lanes({ lanes, admission }: QueueState) {
  return (
    <details class="fine lines">
      <summary>How much is done at a time</summary>
      <Scroll label="How much is done at a time" class="card lane-table">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col" class="number">
                At a time
              </th>
              <th scope="col" class="number">
                Running
              </th>
              <th scope="col" class="number">
                Waiting
              </th>
            </tr>
          </thead>
          <tbody>
            {lanes.map(({ name, width, running, waiting }) => (
              <tr key={name}>
                <th scope="row">{laneText(name)}</th>
                <td class="number">{width}</td>
                <td class="number">{running}</td>
                <td class="number">{waiting}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {Object.entries(admission).map(([name, { admitted, max, max_per_owner, waiting }]) => (
        <p class="quiet small admission" key={name}>
          {`${name === 'model' ? 'Requests to models' : name}: ${admitted} of at most ${max} admitted, ${max_per_owner} for each person or key${waiting > 0 ? `; ${waiting} wait to be admitted` : ''}.`}
        </p>
      ))}
    </details>
  )
}
