import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Icon } from '../../ui/icon.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { type Resource, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { Code } from '../code.tsx'
import { findingText, withServiceTexts } from '../shared/service-texts.ts'
import { ForeignText, LongText } from '../shared/text.tsx'
import { m } from './messages/en.ts'

type Doctor = components['schemas']['Doctor']
type Finding = Doctor['items'][number]

const SUMMARIES: Readonly<Record<Doctor['level'], string>> = {
  ...m.summaries,
  info: m.summaries.ok,
}
/** The worst first. */
const LEVELS = ['error', 'warning', 'info', 'ok'] as const
const TONES: Readonly<Record<Finding['level'], string>> = {
  error: 'bad',
  warning: 'warn',
  info: '',
  ok: 'ok',
}
const NAMES: Readonly<Record<Finding['level'], string>> = m.levels

/** What the doctor has found, the worst first. */
export function Findings() {
  const doctor = useResource((signal) =>
    withServiceTexts(read(api.GET('/admin/doctor', { signal }))),
  )
  return (
    <section>
      <h2 class="section">{m.health}</h2>
      <Show of={doctor}>
        {({ level, items }) => (
          <div class="stack">
            <Summary level={level} of={doctor} />
            <List items={items.filter(({ level: one }) => one === 'error' || one === 'warning')} />
            <Fine items={items.filter(({ level: one }) => one === 'info' || one === 'ok')} />
          </div>
        )}
      </Show>
    </section>
  )
}

function Summary({ level, of: doctor }: { level: Doctor['level']; of: Resource<Doctor> }) {
  const loaded = doctor.value.value
  const isBusy = loaded.state === 'ready' && loaded.isStale
  return (
    <div class="card actions">
      <span class={`dot ${TONES[level]}`} />
      <span class="grow-text" role="status">
        {isBusy ? m.lookingAgain : SUMMARIES[level]}
      </span>
      <button type="button" class="button" disabled={isBusy} onClick={() => void doctor.reload()}>
        <Icon name="again" /> {m.refresh}
      </button>
    </div>
  )
}

function Fine({ items }: { items: readonly Finding[] }) {
  if (items.length === 0) return null
  return (
    <details class="fine">
      <summary>{m.otherChecks(items.length)}</summary>
      <List items={items} />
    </details>
  )
}

function List({ items }: { items: readonly Finding[] }) {
  if (items.length === 0) return null
  const sorted = items.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
  return (
    <ul class="rows">
      {sorted.map((finding, index) => (
        <Row key={`${finding.id} ${index}`} finding={finding} />
      ))}
    </ul>
  )
}

function Row({ finding }: { finding: Finding }) {
  const { id, level } = finding
  const { says, fix } = findingText(finding)
  return (
    <li class="row finding">
      <span class={`dot ${TONES[level]}`} />
      <span class="grow">
        <span class="hidden-text">{NAMES[level]}: </span>
        <LongText text={says} />
        <small translate={false}>{id}</small>
      </span>
      {fix !== undefined && <Fix text={fix} />}
    </li>
  )
}

/** Programs with which a command starts. */
const COMMAND = /^(?:(.*): )?((?:curl|sudo|npm|chmod|apt-get|bun|systemctl|hearth) .*)$/s

/** What to do, with the command in it to be copied, where there is one. */
function Fix({ text }: { text: string }) {
  const [, before = '', command] = COMMAND.exec(text) ?? []
  return (
    <div class="fix stack">
      {command === undefined ? (
        <p>
          <ForeignText text={ui.sentence(text)} />
        </p>
      ) : (
        before !== '' && (
          <p>
            <ForeignText text={before} />:
          </p>
        )
      )}
      {command !== undefined && <Code text={command} label={m.theCommand} wraps />}
    </div>
  )
}
