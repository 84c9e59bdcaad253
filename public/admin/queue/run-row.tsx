import { api, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { duration } from '../../ui/format.ts'
import { m as texts } from '../../ui/messages/en.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { ForeignText, visibleText } from '../shared/text.tsx'
import { m } from './messages/en.ts'

export type Run = components['schemas']['QueueItem']
export type QueueState = components['schemas']['Queue']

const KINDS: Readonly<Record<string, string>> = m.kinds

/** What has a line of its own, by the name of its lane. */
const LANES: Readonly<Record<string, string>> = m.lanes
const ENGINE_LANE = 'engine:'

/** What a lane is for, in words. */
export function laneText(lane: string): string {
  if (lane.startsWith(ENGINE_LANE)) return m.engineLane(lane.slice(ENGINE_LANE.length))
  return LANES[lane] ?? lane
}

/** What a run is, for people. */
function kindText(kind: string): string {
  const known = KINDS[kind]
  if (known !== undefined) return known
  const spaced = kind.replaceAll(/[_-]+/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** One run that runs or waits: what, whose, how far, and for how long. */
export function RunRow({
  run,
  changed,
}: {
  run: Run
  /** Called after it was cancelled. */
  changed: () => Promise<void>
}) {
  const isRunning = run.position === null
  return (
    <li class="row" data-run={run.id}>
      <span class={isRunning ? 'dot ok' : 'dot'} />
      <span class="grow">
        {kindText(run.kind)}, <ForeignText text={run.actor} />
        <small>
          {run.engine !== null && (
            <>
              <ForeignText
                text={run.model === null ? run.engine : m.modelOn(run.model, run.engine)}
              />
              {', '}
            </>
          )}
          {stateLabel(run)}
        </small>
      </span>
      <span class="actions beside">
        <span class="number quiet">{timeText(run)}</span>
        <CancelButton run={run} changed={changed} />
      </span>
    </li>
  )
}

function CancelButton({ run, changed }: { run: Run; changed: () => Promise<void> }) {
  const kind = kindText(run.kind)
  const cancel = async () => {
    await send(api.POST('/admin/queue/{id}/cancel', { params: { path: { id: run.id } } }))
    await changed()
  }
  const what = run.position === null ? m.stopped : m.takenOut
  return (
    <ActionButton
      label={m.cancel}
      about={`${kind}, ${run.actor}`}
      work={cancel}
      done={m.isCancelled(kind, run.actor)}
      confirm={{
        title: m.cancelThis(visibleText(run.actor)),
        text: m.cancelText(kind, run.actor, what),
        action: m.cancelRequest,
        keep: m.goOn,
      }}
    />
  )
}

function stateLabel({ position, progress, age_seconds: age, running_seconds: ran }: Run): string {
  if (position !== null) return position === 1 ? m.nextInLine : m.inLine(texts.place(position))
  const waited = ran === null ? 0 : age - ran
  const text = progress === null ? m.isRunning : progressLabel(progress)
  return waited >= 1 ? m.waited(text, duration(waited)) : text
}

function progressLabel({
  done,
  total,
  unit,
  note,
  seconds_left: left,
}: NonNullable<Run['progress']>) {
  const amount = total === null ? '' : m.doneOf(done, total, unit)
  const rest = left === null ? '' : m.left(duration(left))
  return [note ?? '', amount, rest].filter(Boolean).join(', ') || m.isRunning
}

function timeText({ position, expected_wait_seconds: wait, ...run }: Run): string {
  if (position === null) return duration(run.running_seconds ?? run.age_seconds)
  const age = m.waits(duration(run.age_seconds))
  return wait === null ? age : m.startsIn(age, duration(wait))
}
