import { api, read } from '../../ui/api.ts'
import { plural } from '../../ui/format.ts'
import { RunRow } from '../queue/run-row.tsx'
import { ShowLive, useLive } from '../shared/live.tsx'

const REFRESH_MS = 2_000
/** Rows before the rest is left to the page of the queue. */
const SHOWN = 6

/** What runs and what waits, the first of it. */
export function Now() {
  const queue = useLive((signal) => read(api.GET('/admin/queue', { signal })), REFRESH_MS)
  return (
    <ShowLive of={queue}>
      {({ running, waiting }) => {
        const runs = [...running, ...waiting]
        const more = runs.length - SHOWN
        if (runs.length === 0) return <p class="card quiet">Nothing runs and nothing waits.</p>
        return (
          <ul class="rows">
            {runs.slice(0, SHOWN).map((run) => (
              <RunRow key={run.id} run={run} changed={() => queue.reload()} />
            ))}
            {more > 0 && (
              <li class="row">
                <a href="/admin/queue">{plural(more, 'more request')} in the queue</a>
              </li>
            )}
          </ul>
        )
      }}
    </ShowLive>
  )
}
