import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  AUTO,
  chosenModel,
  factsOf,
  groups,
  loadModels,
  type Model,
  models,
  stateOf,
} from './models.ts'
import './model-choices.css'
import { m } from './parts/messages/en.ts'

interface ChoicesProps {
  anchor: Element
  onChoose: (id: string) => void
  onClose: () => void
}

/** All models by engine; the arrow keys go from one to the next. */
export function ModelChoices({ anchor, onChoose, onClose }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  // Before the next key can be pressed; the dialog is open then.
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
  }, [])
  // What is there may have changed since.
  useEffect(() => void loadModels().catch(() => undefined), [])
  const known = models.value ?? []
  const auto = known.find(({ id }) => id === AUTO)
  const item = (model: Model, label: string, text: string) => (
    <li key={model.id}>
      <button
        type="button"
        aria-current={model.id === chosenModel.value}
        onClick={() => onChoose(model.id)}
      >
        <span class={`dot ${stateOf(model)}`} />
        <span class="grow">
          {label} <small class="quiet">{text}</small>
        </span>
        {model.id === chosenModel.value && <Icon name="check" />}
      </button>
    </li>
  )
  return (
    <Dialog title={m.whoAnswers} anchor={anchor} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it */}
      <div ref={list} class="models" onKeyDown={moveFocus}>
        {auto === undefined ? (
          <p class="quiet">{m.noEngineText}</p>
        ) : (
          <ul class="menu">
            {item(auto, auto.display_name, auto.available ? m.firstThatCan : factsOf(auto))}
          </ul>
        )}
        {groups(known).map(({ engine, name, items }) => (
          <section key={engine} aria-label={name}>
            <h3>{name}</h3>
            <ul class="menu">
              {items.map(({ model, label }) => item(model, label, factsOf(model)))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const focused = document.activeElement
  const index = buttons.findIndex((one) => one.isSameNode(focused))
  buttons[(index + step + buttons.length) % buttons.length]?.focus()
}
