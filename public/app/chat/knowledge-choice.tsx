import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { loadCollections } from '../knowledge/calls.ts'
import { collectionFacts } from '../knowledge/knowledge-text.ts'
import { keepTools, toolsOf } from './chosen-tools.ts'
import { m } from './parts/messages/en.ts'

/** The service takes no more for one answer. */
const MAX_CHOSEN = 10

/** Chooses the collections that the next answers are taken from. */
export function KnowledgeChoice({ draftId }: { draftId: string }) {
  const chosen = useSignal(toolsOf(draftId).knowledge ?? [])
  const isOpen = useSignal(false)
  const count = chosen.value.length
  const label = count === 0 ? m.askFiles : m.askCollections(count)
  const close = () => {
    isOpen.value = false
  }
  return (
    <>
      <button
        type="button"
        class={count === 0 ? 'button plain icon' : 'button icon'}
        aria-label={label}
        aria-pressed={count > 0}
        title={m.takenFrom(label)}
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="book" />
      </button>
      {isOpen.value && (
        <ChoiceDialog
          chosen={chosen.value}
          onChange={(ids) => {
            chosen.value = [...ids]
            const { knowledge: _, ...rest } = toolsOf(draftId)
            keepTools(draftId, ids.length === 0 ? rest : { ...rest, knowledge: [...ids] })
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface ChoiceDialogProps {
  title?: string
  /** What comes of the choice. */
  lead?: string
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
  onClose: () => void
}

/** The collections of this person to choose from. */
export function ChoiceDialog({
  title = m.askFiles,
  lead = m.answersFrom,
  chosen,
  onChange,
  onClose,
}: ChoiceDialogProps) {
  const collections = useResource(async (signal) => {
    const all = await loadCollections(signal)
    // One that was deleted is asked no more.
    const there = chosen.filter((id) => all.some((one) => one.id === id))
    if (there.length < chosen.length) onChange(there)
    return all
  })
  const loaded = collections.value.value
  return (
    <Dialog title={title} onClose={onClose}>
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingCollections} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void collections.reload()} />
      ) : loaded.data.length === 0 ? (
        <Empty icon="book" title={m.noCollections}>
          {m.noCollectionsText} <a href="/app/knowledge">{m.makeCollection}</a>
        </Empty>
      ) : (
        <>
          <p class="quiet small">{lead}</p>
          <ul class="rows">
            {loaded.data.map((collection) => {
              const { id, name } = collection
              const isChosen = chosen.includes(id)
              return (
                <li key={id}>
                  <label class="row">
                    <input
                      type="checkbox"
                      checked={isChosen}
                      disabled={!isChosen && chosen.length >= MAX_CHOSEN}
                      onChange={() =>
                        onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])
                      }
                    />
                    <span class="grow">
                      <bdi>{name}</bdi>
                      <small>{collectionFacts(collection)}</small>
                    </span>
                  </label>
                </li>
              )
            })}
          </ul>
          <div class="actions" style={{ marginTop: 'var(--space-4)' }}>
            <button type="button" class="button primary" onClick={onClose}>
              {m.done}
            </button>
            <a class="button plain" href="/app/knowledge">
              {m.manageCollections}
            </a>
          </div>
        </>
      )}
    </Dialog>
  )
}
