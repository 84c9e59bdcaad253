import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { addSources, type Choice, type ChoiceKind, loadChoices } from './calls.ts'
import { m } from './messages/en.ts'

const KINDS: readonly { kind: ChoiceKind; label: string }[] = [
  { kind: 'file', label: m.choices.file },
  { kind: 'transcript', label: m.choices.transcript },
  { kind: 'conversation', label: m.choices.conversation },
]

interface ChooseSourcesProps {
  collection: string
  onAdded: (added: number) => void
  onClose: () => void
}

/** Adds what is here already: files, transcripts, conversations. */
export function ChooseSources({ collection, onAdded, onClose }: ChooseSourcesProps) {
  const kind = useSignal<ChoiceKind>('file')
  const search = useSignal('')
  const chosen = useSignal<readonly Choice[]>([])
  const words = search.value.trim()
  const choices = useResource(
    (signal) => loadChoices(kind.value, words, signal),
    [kind.value, words],
  )
  const loaded = choices.value.value
  const isChosen = ({ id }: Choice) => chosen.value.some((one) => one.id === id)
  const toggle = (choice: Choice) => {
    chosen.value = isChosen(choice)
      ? chosen.value.filter(({ id }) => id !== choice.id)
      : [...chosen.value, choice]
  }
  const count = chosen.value.length
  return (
    <Dialog title={m.addExisting} isWide onClose={onClose}>
      <Form
        action={count === 0 ? m.add : m.addSources(count)}
        isUnchanged={count === 0}
        onSubmit={async () => {
          onAdded(
            await addSources(
              collection,
              chosen.value.map(({ source }) => source),
            ),
          )
          onClose()
        }}
        onCancel={onClose}
      >
        <fieldset class="actions knowledge-kinds" aria-label={m.kind}>
          {KINDS.map((one) => (
            <button
              key={one.kind}
              type="button"
              class="chip"
              aria-pressed={one.kind === kind.value}
              onClick={() => {
                kind.value = one.kind
              }}
            >
              {one.label}
            </button>
          ))}
        </fieldset>
        <input
          type="search"
          class="input knowledge-search"
          aria-label={m.search}
          placeholder={m.search}
          maxLength={200}
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value
          }}
        />
        {loaded.state === 'loading' ? (
          <Loading />
        ) : loaded.state === 'failed' ? (
          <Failed error={loaded.error} retry={() => void choices.reload()} />
        ) : loaded.data.length === 0 ? (
          <Empty icon="search" title={m.nothingHere}>
            {words === '' ? m.noneOfKind : m.searchElse}
          </Empty>
        ) : (
          <ul class="rows knowledge-choices">
            {loaded.data.map((choice) => (
              <li key={choice.id}>
                <label class="row knowledge-row">
                  <input
                    type="checkbox"
                    checked={isChosen(choice)}
                    onChange={() => toggle(choice)}
                  />
                  <span class="grow">
                    <span class="one-line knowledge-name" dir="auto">
                      {choice.title}
                    </span>
                    <small>{choice.facts}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </Form>
    </Dialog>
  )
}
