import { useEffect } from 'preact/hooks'
import { boot } from '../../ui/boot.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { fill } from '../../ui/fill.ts'
import { query, setQuery } from '../../ui/router.ts'
import { groups, loadModels, models } from '../chat/models.ts'
import { m } from './messages/en.ts'
import { type Snippet, snippets } from './snippets.ts'

/** Settings of the apps that can use this service, with its address filled in. */
export function Connect() {
  useEffect(() => void loadModels().catch(() => undefined), [])
  const model = query.value.get('model') ?? 'auto'
  const all = snippets(window.location.origin, model)
  const [first] = all
  const shown = all.find(({ name }) => name === query.value.get('app')) ?? first
  if (shown === undefined) return null
  return (
    <div class="card">
      <fieldset class="plain-set">
        <legend class="hidden-text">{m.app}</legend>
        <div class="actions me-apps">
          {all.map(({ name }) => (
            <label class="chip" key={name}>
              <input
                type="radio"
                name="app"
                class="hidden-text"
                checked={name === shown.name}
                onChange={() => setQuery({ app: name })}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <p class="small">
        <Needs {...shown} />
      </p>
      <ModelChoice model={model} />
      <div class="copied">
        <p class="quiet small">{shown.place}:</p>
        <CopyButton text={() => shown.text} label={m.copySettingsOf(shown.name)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre class="snippet me-snippet" tabIndex={0}>
        {shown.text}
      </pre>
      <p class="quiet small">
        {fill(m.modelAuto, { auto: <code>auto</code> })} <a href="/docs">{m.allServiceCanDo}</a>
      </p>
    </div>
  )
}

/** Which model the settings name; those that are there now, and the one of the address. */
function ModelChoice({ model }: { model: string }) {
  const known = groups(models.value ?? [])
  const isKnown = known.some(({ items }) => items.some(({ id }) => id === model))
  return (
    <label class="me-model small">
      {m.model}
      <select
        class="input"
        value={model}
        onChange={({ currentTarget: { value } }) =>
          setQuery({ model: value === 'auto' ? '' : value })
        }
      >
        <option value="auto">auto</option>
        {!isKnown && model !== 'auto' && <option value={model}>{model}</option>}
        {known.map(({ engine, items }) => (
          <optgroup key={engine} label={engine}>
            {items.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

function Needs({ name, needs }: Snippet) {
  if (name === 'hearth') return <>{m.needsNoKey}</>
  if (needs === 'login') return <>{fill(m.needsLogin, { command: <code>hearth login</code> })}</>
  return (
    <>
      {m.needsKey} {boot.isAdmin ? <a href="/admin/keys">{m.createOne}</a> : m.createAbove}
    </>
  )
}
