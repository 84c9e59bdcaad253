import { api, read } from '../../ui/api.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { Empty } from '../../ui/state.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'
import { Scroll } from '../shared/scroll.tsx'
import { m } from './messages/en.ts'
import { laneText, type QueueState, type Run, RunRow } from './run-row.tsx'
import './page.css'

const REFRESH_MS = 1_500

/** What runs and what waits, as it changes. */
export function Page() {
  const queue = useLive((signal) => read(api.GET('/admin/queue', { signal })), REFRESH_MS)
  return (
    <PageLayout title={m.title}>
      <ShowLive of={queue}>
        {(now) => (
          <>
            {now.running.length + now.waiting.length === 0 ? (
              <Empty icon="queue" title={m.nothing}>
                {m.appearHere}
              </Empty>
            ) : (
              <>
                <List
                  title={m.answeredNow(now.running.length)}
                  runs={now.running}
                  changed={() => queue.reload()}
                />
                <List
                  title={m.waitInLine(now.waiting.length)}
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
      <summary>{m.atATime}</summary>
      <Scroll label={m.atATime} class="card lane-table">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{m.work}</th>
              <th scope="col" class="number">
                {m.width}
              </th>
              <th scope="col" class="number">
                {m.running}
              </th>
              <th scope="col" class="number">
                {m.waiting}
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
          {[
            m.admission(name === 'model' ? m.toModels : name, admitted, max, max_per_owner),
            waiting > 0 ? m.toBeAdmitted(waiting) : '',
            m.endOfSentence,
          ].join('')}
        </p>
      ))}
    </details>
  )
}
