import { useEffect, useRef } from 'preact/hooks'
import { fill } from '../../ui/fill.ts'
import { count, relativeTime } from '../../ui/format.ts'
import { query } from '../../ui/router.ts'
import { type Engine, engineText, engineTone } from '../shared/account.ts'
import { Scroll } from '../shared/scroll.tsx'
import { ForeignText, LongText, visibleText } from '../shared/text.tsx'
import { AccountRow } from './account-row.tsx'
import { m } from './messages/en.ts'

/** One engine: what it is, whether it answers, its models and its accounts. */
export function EngineCard({ engine }: { engine: Engine }) {
  const { id, label, base_url: address, unreachable, seen_at: seenAt } = engine
  const section = useRef<HTMLElement>(null)
  const isShown = query.value.get('engine') === id
  useEffect(() => {
    if (isShown) section.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  const heading = `engine-${engine.type}-${id}`
  return (
    <section
      class={isShown ? 'card engine shown' : 'card engine'}
      ref={section}
      aria-labelledby={heading}
    >
      <header class="engine-head">
        <span class={`dot ${engineTone(engine)}`} />
        <span class="grow">
          <h2 id={heading}>
            <ForeignText text={label} />
          </h2>
          <small>
            <ForeignText text={engineText(engine)} />
          </small>
        </span>
        <span class="tag">{originText(engine)}</span>
      </header>
      <dl class="facts">
        <Fact name={m.nameInRequests} value={id} />
        {address !== null && <Fact name={m.address} value={address} />}
        {engine.languages !== null && engine.languages.length > 0 && (
          <Fact name={m.languages} value={engine.languages.join(', ')} />
        )}
        {seenAt !== null && <Fact name={m.lastAnswered} value={relativeTime(seenAt)} />}
      </dl>
      {unreachable !== null && (
        <p class="notice bad">
          <span>{fill(m.itDoesNotAnswer, { reason: <LongText text={unreachable} /> })}</span>
        </p>
      )}
      <ModelTable engine={engine} />
      <ul class="accounts">
        {engine.accounts.map((account) => (
          <AccountRow key={account.id} engine={engine} account={account} />
        ))}
      </ul>
    </section>
  )
}

const BUILT_IN: ReadonlySet<string | null> = new Set(['embedded', 'demo'])

function originText({ configured, kind }: Engine): string {
  if (configured) return m.configured
  return BUILT_IN.has(kind) ? m.builtIn : m.found
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <LongText text={value} />
      </dd>
    </div>
  )
}

/** What models are for that answer no chats. */
const USES = m.uses

/** So many are shown at once. */
const FEW_MODELS = 4

/** The models of an engine; open at once where there are few. */
function ModelTable({ engine }: { engine: Engine }) {
  const { model_facts: models, capabilities } = engine
  if (capabilities === null) return null
  if (models.length === 0) return <p class="quiet small">{m.hasNoModel}</p>
  return (
    <details class="engine-models" open={models.length <= FEW_MODELS}>
      <summary>{m.models(models.length)}</summary>
      <Scroll label={m.modelTable(visibleText(engine.label))} class="">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{m.model}</th>
              <th scope="col" class="number">
                {m.context}
              </th>
              <th scope="col">{m.images}</th>
              <th scope="col">{m.tools}</th>
            </tr>
          </thead>
          <tbody>
            {models.map(({ id, use, context_length: context, images, tools, fault: error }) => (
              <tr key={id}>
                <th scope="row">
                  <ForeignText text={id} />
                  {use !== 'completion' && <small class="quiet"> {USES[use]}</small>}
                  {error !== null && (
                    <small class="quiet">
                      {' '}
                      {fill(m.cannotBeLoaded, { reason: <ForeignText text={error} /> })}
                    </small>
                  )}
                </th>
                <td class="number">{context === null ? m.unknown : count(context)}</td>
                <td>{text(images)}</td>
                <td>{text(tools)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}

/** @param fact Null where it is not known */
function text(fact: boolean | null): string {
  if (fact === null) return m.unknown
  return fact ? m.yes : m.no
}
