import { useEffect } from 'preact/hooks'
import { IconButton } from '../../ui/icon.tsx'
import { assistants, loadAssistants } from '../assistants/calls.ts'
import { Picture } from '../assistants/picture.tsx'
import { holdModel } from './models.ts'
import './assistant-chip.css'
import { m } from './parts/messages/en.ts'

interface AssistantChipProps {
  id: string
  onRemove: () => void
}

/** Which assistant answers; its model is chosen for as long as it does. */
export function AssistantChip({ id, onRemove }: AssistantChipProps) {
  const known = assistants.value
  const one = known?.items.find((item) => item.id === id)
  const model = one?.model ?? undefined
  useEffect(() => {
    if (known === undefined) void loadAssistants().catch(() => undefined)
  }, [known])
  useEffect(() => (model === undefined ? undefined : holdModel(model)), [model])
  if (known === undefined) return null
  return (
    <p class="assistant-chip">
      {one === undefined ? (
        <span class="quiet">{m.assistantDeleted}</span>
      ) : (
        <>
          <Picture of={one} />
          <span class="one-line" dir="auto">
            {one.name}
          </span>
        </>
      )}
      <IconButton
        icon="close"
        label={one === undefined ? m.withoutAssistant : m.continueWithout(one.name)}
        title={m.withoutAssistant}
        onPress={onRemove}
      />
    </p>
  )
}
