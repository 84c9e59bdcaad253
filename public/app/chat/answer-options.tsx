import { useSignal } from '@preact/signals'
import { Icon } from '../../ui/icon.tsx'
import { keepTools, toolsOf } from './chosen-tools.ts'
import { KnowledgeChoice } from './knowledge-choice.tsx'
import { m } from './parts/messages/en.ts'

/** What the next answers may use: tools, and chosen collections. */
export function AnswerOptions({ draftId }: { draftId: string }) {
  return (
    <>
      <ToolSwitch draftId={draftId} />
      <KnowledgeChoice draftId={draftId} />
    </>
  )
}

/** Says whether the model may read pages and search for the next answers. */
function ToolSwitch({ draftId }: { draftId: string }) {
  const isOn = useSignal(toolsOf(draftId).tools)
  return (
    <button
      type="button"
      class={isOn.value ? 'button tool-switch' : 'button plain tool-switch'}
      aria-label={m.tools}
      aria-pressed={isOn.value !== undefined}
      title={m.toolsHint}
      onClick={() => {
        const { tools, ...rest } = toolsOf(draftId)
        keepTools(draftId, tools === undefined ? { ...rest, tools: 'all' } : rest)
        isOn.value = toolsOf(draftId).tools
      }}
    >
      <Icon name="system" />
      <span>{m.tools}</span>
    </button>
  )
}
