import { useSignal } from '@preact/signals'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { chooseModel, chosenModel, models, nameOf, stateOf } from './models.ts'
import './model-picker.css'
import { m } from './messages/en.ts'

const modelChoices = lazyPart(() => import('./model-choices.tsx'))

/** Which engine and model are asked, with whether they can answer now. */
export function ModelPicker() {
  const anchor = useSignal<Element | undefined>(undefined)
  const close = () => {
    anchor.value = undefined
  }
  const part = useLazy(modelChoices, anchor.value !== undefined, close)
  const chosen = models.value?.find(({ id }) => id === chosenModel.value)
  const isNothing = models.value?.length === 0
  const text = isNothing ? m.noEngine : nameOf(chosenModel.value)
  return (
    <>
      <button
        type="button"
        class="pick"
        aria-haspopup="dialog"
        aria-label={chosen?.available === false ? m.modelUnavailable(text) : m.model(text)}
        aria-expanded={anchor.value !== undefined}
        onClick={({ currentTarget }) => {
          anchor.value = currentTarget
        }}
      >
        <span class={`dot ${isNothing ? 'bad' : stateOf(chosen)}`} />
        <span class="one-line">{text}</span>
        <Icon name="down" />
      </button>
      {anchor.value !== undefined && part !== undefined && (
        <part.ModelChoices
          anchor={anchor.value}
          onChoose={(id) => {
            chooseModel(id)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
