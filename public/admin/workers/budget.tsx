import { count, plural, relativeTime } from '../../ui/format.ts'
import { Scroll } from '../shared/scroll.tsx'
import { ForeignText } from '../shared/text.tsx'
import type { Today } from './calls.ts'

/** What was started today, in all and by whom. */
export function Budget({ today }: { today: Today }) {
  const { owners, ends_at: ends, time_zone: zone, jobs_per_day: each } = today
  const { limit, left } = today.all
  const used = limit - left
  return (
    <section aria-labelledby="worker-budget">
      <h2 class="section" id="worker-budget">
        Today
      </h2>
      <div class="card stack">
        <div>
          <strong>
            {count(used)} of {plural(limit, 'job')} started, {count(left)} left
          </strong>
          <progress class="worker-used" max={limit} value={used} aria-label="Started today" />
          <p class="quiet small">
            {count(each)} for each key or person. The next day starts {relativeTime(ends)} ({zone}).
            Jobs count when they are accepted.
          </p>
        </div>
        {owners.length > 0 && (
          <Scroll label="Started today, by key or person" class="">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">Key or person</th>
                  <th scope="col" class="number">
                    Started
                  </th>
                  <th scope="col" class="number">
                    Left
                  </th>
                </tr>
              </thead>
              <tbody>
                {owners.map(({ owner_id: id, actor, used: own, left: rest }) => (
                  <tr key={id}>
                    <th scope="row">
                      <ForeignText text={actor} />
                    </th>
                    <td class="number">{count(own)}</td>
                    <td class="number">{count(Math.min(left, rest))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </div>
    </section>
  )
}
