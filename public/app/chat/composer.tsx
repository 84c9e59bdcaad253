import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import { ModelPicker } from './model-picker.tsx'
import { fit, hasCoarsePointer, isSendKey } from './text-area.ts'
import { useSending } from './use-sending.ts'

interface ComposerProps {
  /** What the draft is kept under. */
  draftId: string
  /** Rejects when the message was not sent; its text stays then. The key names the message. */
  onSend: (content: string, key: string) => Promise<void>
  /** Stops the answer that is being written, where there is one. */
  onStop?: (() => void) | undefined
}

/** Where messages are written. What was typed survives a reload and a failure. */
export function Composer({ draftId, onSend, onStop }: ComposerProps) {
  const text = useSignal(readDraft(draftId))
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!hasCoarsePointer()) area.current?.focus()
  }, [])
  useEffect(() => fit(area.current), [text.value])
  const change = (value: string) => {
    text.value = value
    keepDraft(draftId, value)
  }
  const { isSending, fault, send, stop, changed } = useSending(text, change, onSend)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      class="compose"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {fault.value !== undefined && (
        <div class="notice bad" role="alert">
          <span>
            {fault.value.text} Your text is still here. {fault.value.again}
          </span>
          {fault.value.again !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                stop()
                // The button goes.
                area.current?.focus()
              }}
            >
              Do not send
            </button>
          )}
        </div>
      )}
      <div class="box">
        <textarea
          ref={area}
          rows={1}
          aria-label="Message"
          placeholder="Ask anything"
          dir="auto"
          value={text.value}
          onInput={(event) => {
            change(event.currentTarget.value)
            changed()
          }}
          onKeyDown={onKeyDown}
        />
        <div class="tools">
          <ModelPicker />
          {onStop !== undefined && text.value.trim() === '' ? (
            <button
              type="button"
              class="send"
              aria-label="Stop the answer"
              onClick={() => {
                onStop()
                // The button goes with the answer.
                if (!hasCoarsePointer()) area.current?.focus()
              }}
            >
              <Icon name="stop" />
            </button>
          ) : (
            <button
              type="submit"
              class="send"
              aria-label="Send"
              disabled={text.value.trim() === '' || isSending.value}
            >
              <Icon name="send" />
            </button>
          )}
        </div>
      </div>
    </form>
  )
}
