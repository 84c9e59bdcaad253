import { type Signal, signal } from '@preact/signals'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'

/** Whether tools are on, by the name of the draft; kept in this browser. */
const switches = new Map<string, Signal<boolean>>()

function switchOf(draftId: string): Signal<boolean> {
  let isOn = switches.get(draftId)
  if (isOn === undefined) {
    isOn = signal(readDraft(`tools:${draftId}`) !== '')
    switches.set(draftId, isOn)
  }
  return isOn
}

function keepSwitch(draftId: string, isOn: boolean): void {
  switchOf(draftId).value = isOn
  keepDraft(`tools:${draftId}`, isOn ? 'on' : '')
}

/** As a request for an answer has it. */
export function toolsOf(draftId: string): { tools?: 'all' } {
  return switchOf(draftId).value ? { tools: 'all' } : {}
}

/** The first message of a conversation has its switch for those after it. */
export function passSwitch(from: string, to: string): void {
  keepSwitch(to, switchOf(from).value)
}

/** Says whether the model may read pages and search for the next answers. */
export function ToolSwitch({ draftId }: { draftId: string }) {
  const isOn = switchOf(draftId).value
  return (
    <button
      type="button"
      class={isOn ? 'button' : 'button plain'}
      aria-pressed={isOn}
      title="Lets the model read web pages, search and look into your files"
      onClick={() => keepSwitch(draftId, !isOn)}
    >
      Tools
    </button>
  )
}
