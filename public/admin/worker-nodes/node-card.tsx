import type { ComponentChildren } from 'preact'
import { api, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { duration, fullTime, relativeTime } from '../../ui/format.ts'
import { accountText, type Tone } from '../shared/account.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { m as shared } from '../shared/messages/en.ts'
import { ForeignText, LongText, visibleText } from '../shared/text.tsx'
import { m } from './messages/en.ts'

interface NodeCardProps {
  node: WorkerNode
  ownVersion: string
  changed: () => Promise<void>
}

/** One worker node: its state, what is wrong with it, and what it can do. */
export function NodeCard({ node, ownVersion, changed }: NodeCardProps) {
  const { name, version, width, started_at: startedAt } = node
  const heading = `node-${name}`
  return (
    <section class="card node" aria-labelledby={heading}>
      <header class="node-head">
        <span class={`dot ${nodeTone(node)}`} />
        <span class="grow">
          <h2 id={heading}>
            <ForeignText text={name} />
          </h2>
          <small>{nodeState(node)}</small>
        </span>
        {isAway(node) && <Forget name={name} changed={changed} />}
      </header>
      {nodeIssues(node, ownVersion).map((issue) => (
        <p class="notice bad" key={issue}>
          <LongText text={issue} limit={400} />
        </p>
      ))}
      <p class="quiet small">
        {fill(m.facts(width), {
          version: <ForeignText text={version} />,
          time: (
            <time dateTime={startedAt} title={fullTime(startedAt)}>
              {relativeTime(startedAt)}
            </time>
          ),
        })}
      </p>
      <Engines node={node} />
    </section>
  )
}

function Engines({
  node: { state, engines, speech, recognisers: transcriptionEngines },
}: {
  node: WorkerNode
}) {
  if (engines.length + speech.length + transcriptionEngines.length === 0)
    return state === 'refused' ? null : <p class="quiet small">{m.noEngine} </p>
  return (
    <ul class="rows">
      {engines.map(({ id, label, models, accounts, problem: issue }) => (
        <Engine
          key={`text ${id}`}
          id={id}
          label={label}
          summary={models.join(', ') || shared.noModel}
        >
          {accounts.length > 1 && (
            <small>
              {fill(m.accounts, {
                names: (
                  <ForeignText text={accounts.map((one) => accountText(one).account).join(', ')} />
                ),
              })}
            </small>
          )}
          {issue !== null && (
            <small class="bad-text">
              {fill(m.answersNot, { reason: <LongText text={issue} /> })}
            </small>
          )}
        </Engine>
      ))}
      {speech.map(({ id, label, models }) => (
        <Engine
          key={`speech ${id}`}
          id={id}
          label={label}
          summary={[shared.speaks, ...models].join(', ')}
        />
      ))}
      {transcriptionEngines.map(({ id, label, models }) => (
        <Engine
          key={`transcription ${id}`}
          id={id}
          label={label}
          summary={[shared.transcribes, ...models].join(', ')}
        />
      ))}
    </ul>
  )
}

interface EngineProps {
  id: string
  label: string
  summary: string
  children?: ComponentChildren
}

function Engine({ id, label, summary, children }: EngineProps) {
  return (
    <li class="row">
      <span class="grow">
        <a class="quiet-link" href={`/admin/engines?engine=${encodeURIComponent(id)}`}>
          <ForeignText text={label} />
        </a>
        <small>
          <LongText text={summary} />
        </small>
        {children}
      </span>
    </li>
  )
}

function Forget({ name, changed }: Pick<NodeCardProps, 'changed'> & { name: string }) {
  return (
    <ActionButton
      label={m.forget}
      about={name}
      work={async () => {
        await send(api.DELETE('/admin/worker-nodes/{name}', { params: { path: { name } } }))
        await changed()
      }}
      done={m.isForgotten(name)}
      confirm={{
        title: m.forgetThis(visibleText(name)),
        text: m.forgetText,
        action: m.forgetIt,
      }}
    />
  )
}

type WorkerNode = components['schemas']['WorkerNode']

/** Whether it was online and no longer is, so that it can be forgotten. */
function isAway({ state }: WorkerNode): boolean {
  return state === 'lost' || state === 'stopped'
}

function nodeTone(node: WorkerNode): Tone {
  const { state, engines } = node
  if (state === 'stopped') return ''
  if (state === 'lost') return 'bad'
  const hasIssue = engines.some(({ problem: issue }) => issue !== null)
  return state === 'refused' || hasIssue || node.clock_ahead_seconds !== null ? 'warn' : 'ok'
}

/** Its state as a sentence without its end. */
function nodeState({ state, running, seen_at: seenAt }: WorkerNode): string {
  if (state === 'lost') return m.lost(relativeTime(seenAt))
  if (state === 'stopped') return m.stopped(relativeTime(seenAt))
  if (state === 'refused') return m.otherVersion
  return running === 0 ? m.idle : m.running(running)
}

/** What is wrong with it and what helps, in sentences. */
function nodeIssues(node: WorkerNode, ownVersion: string): string[] {
  const { name, state, version, clock_ahead_seconds: ahead } = node
  const issues: string[] = []
  if (state === 'lost') issues.push(m.lostHelp(name))
  if (state === 'refused') issues.push(m.versionHelp(version, ownVersion))
  if (!isAway(node) && ahead !== null)
    issues.push((ahead > 0 ? m.clockAhead : m.clockBehind)(duration(Math.abs(ahead))))
  return issues
}
