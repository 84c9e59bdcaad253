import { useSignal } from '@preact/signals'
import { count, duration } from '../../ui/format.ts'
import { Scroll } from '../shared/scroll.tsx'
import { inSentence, price } from './labels.ts'
import { m } from './messages/en.ts'
import type { GroupSums, Sums } from './report.ts'

/** Rows that are shown at first, and with each "Show more". */
const ROWS = 100

/** What each group has used. */
export function GroupTable({ groups, title }: { groups: readonly GroupSums[]; title: string }) {
  const rows = useSignal(ROWS)
  const shown = groups.slice(0, rows.value)
  return (
    <>
      <Scroll label={m.usageBy(inSentence(title))} class="card usage-table">
        <table class="table">
          <Head title={title} />
          <tbody>
            {shown.map(({ name, href, sums }) => (
              <tr key={name}>
                <th scope="row">
                  {href === undefined ? (
                    <bdi>{name}</bdi>
                  ) : (
                    <a class="quiet-link" href={href}>
                      <bdi>{name}</bdi>
                    </a>
                  )}
                </th>
                <Cells sums={sums} />
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {shown.length < groups.length && (
        <p class="more">
          <button
            type="button"
            class="button"
            onClick={() => {
              rows.value += ROWS
            }}
          >
            {m.moreOf(groups.length)}
          </button>
        </p>
      )}
    </>
  )
}

function Head({ title }: { title: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        {[...Object.values(m.measures), m.time].map((name) => (
          <th scope="col" class="number" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Cells({ sums }: { sums: Sums }) {
  return (
    <>
      <td class="number">{count(sums.model_calls)}</td>
      <td class="number">{count(sums.calls)}</td>
      <td class="number">{count(sums.failures)}</td>
      <td class="number">{count(sums.credits)}</td>
      <td class="number">{price(sums.usd)}</td>
      <td class="number">{duration(sums.total_ms / 1000)}</td>
    </>
  )
}
