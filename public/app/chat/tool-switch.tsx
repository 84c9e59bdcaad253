import { useSignal } from '@preact/signals'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import { m } from './messages/en.ts'

const nameOf = (draftId: string) => `tools:${draftId}`

/** Whether tools are on in a conversation, as a request for an answer has it. */
export function toolsOf(draftId: string): { tools?: 'all' } {
  return readDraft(nameOf(draftId)) === '' ? {} : { tools: 'all' }
}

/** The first message of a conversation has its switch for those after it. */
export function passSwitch(from: string, to: string): void {
  keepDraft(nameOf(to), readDraft(nameOf(from)))
}

/** Says whether the model may read pages and search for the next answers. */
export function ToolSwitch({ draftId }: { draftId: string }) {
  const isOn = useSignal(toolsOf(draftId).tools)
  return (
    <button
      type="button"
      class={isOn.value ? 'button' : 'button plain'}
      aria-pressed={isOn.value !== undefined}
      title={m.toolsHint}
      onClick={() => {
        keepDraft(nameOf(draftId), isOn.value ? '' : 'on')
        isOn.value = toolsOf(draftId).tools
      }}
    >
      {m.tools}
    </button>
  )
}
