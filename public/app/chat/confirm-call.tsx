import { api, read } from '../../ui/api.ts'
import { attempt } from '../../ui/toast.tsx'
import { hasCoarsePointer } from './text-area.ts'
import type { Call, Message } from './types.ts'
import './confirm-call.css'
import { m as chat } from './messages/en.ts'
import { m } from './parts/messages/en.ts'

const CHOICES = [
  { decision: 'once', label: m.allowOnce },
  { decision: 'conversation', label: m.allowHere },
  { decision: 'refuse', label: m.dontAllow },
] as const

interface ConfirmCallProps {
  message: Message
  call: Call
  confirm: NonNullable<Call['confirm']>
}

/** Asks whether a call may be made, with all that the tool would be given. */
export function ConfirmCall({ message, call: { label, tool }, confirm }: ConfirmCallProps) {
  const decide = (decision: (typeof CHOICES)[number]['decision']) =>
    attempt(async () => {
      await read(
        api.POST('/api/conversations/{id}/messages/{message}/confirm', {
          params: { path: { id: message.conversation_id, message: message.id } },
          body: { call: confirm.id, decision },
        }),
      )
      // The buttons go.
      if (!hasCoarsePointer())
        document.querySelector<HTMLTextAreaElement>('.compose textarea')?.focus()
    })
  return (
    <section class="confirm-call" aria-label={chat.allowThis(label)}>
      <p>
        <strong dir="auto">{label}?</strong>
        <span class="quiet small"> {m.wantsTool(tool)}</span>
      </p>
      <Arguments json={confirm.arguments} />
      <div class="actions">
        {CHOICES.map(({ decision, label: text }) => (
          <button
            key={decision}
            type="button"
            class={decision === 'once' ? 'button primary' : 'button'}
            onClick={() => void decide(decision)}
          >
            {text}
          </button>
        ))}
      </div>
    </section>
  )
}

/** What the tool is given: each argument with its name; texts as they are. */
function Arguments({ json }: { json: string }) {
  const values = Object.entries(JSON.parse(json))
  if (values.length === 0) return null
  return (
    <dl tabIndex={0} aria-label={m.toolIsGiven}>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</dd>
        </div>
      ))}
    </dl>
  )
}
