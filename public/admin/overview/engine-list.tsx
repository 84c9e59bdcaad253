import { count } from '../../ui/format.ts'
import { answersText, type Engine, engineText, engineTone } from '../shared/account.ts'
import { ForeignText } from '../shared/text.tsx'

/** Every engine with its state, and how often it was asked today. */
export function EngineList({
  engines,
  calls,
}: {
  engines: readonly Engine[]
  /** By engine; undefined while it is loaded. */
  calls: ReadonlyMap<string, number> | undefined
}) {
  const isSilent = !engines.some(answersText)
  return (
    <ul class="rows">
      {isSilent && <li class="row quiet">No engine answers yet, so nothing can be asked.</li>}
      {engines.map((engine) => (
        <li class="row" key={`${engine.type} ${engine.id}`}>
          <span class={`dot ${engineTone(engine)}`} />
          <span class="grow">
            <a class="quiet-link" href={`/admin/engines?engine=${encodeURIComponent(engine.id)}`}>
              <ForeignText text={engine.label} />
            </a>
            <small>
              <ForeignText text={engineText(engine)} />
            </small>
          </span>
          {calls !== undefined && answersText(engine) && (
            <span class="number quiet">{count(calls.get(engine.id) ?? 0)} today</span>
          )}
        </li>
      ))}
    </ul>
  )
}
