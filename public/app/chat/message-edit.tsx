import { useLayoutEffect, useRef } from 'preact/hooks'
import { randomId } from '../../ui/api.ts'
import { fit, isSendKey } from './text-area.ts'
import './message-edit.css'
import { m } from './messages/en.ts'

interface MessageEditProps {
  text: string
  /** Whether files go along, so that it may have no text. */
  hasFiles: boolean
  onChange: (text: string) => void
  onClose: () => void
  onSend: (content: string, key: string) => Promise<boolean>
}

/** A message that is written again, in its place. */
export function MessageEdit({ text, hasFiles, onChange, onClose, onSend }: MessageEditProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  // Sent again with the same text, it is the same message.
  const key = useRef(randomId())
  useLayoutEffect(() => {
    fit(area.current)
    area.current?.focus()
  }, [])
  return (
    <form
      class="edit"
      onSubmit={async (event) => {
        event.preventDefault()
        const content = area.current?.value ?? ''
        if ((content.trim() !== '' || hasFiles) && (await onSend(content, key.current))) onClose()
      }}
    >
      <textarea
        ref={area}
        class="input"
        aria-label={m.yourMessage}
        dir="auto"
        onInput={(event) => {
          onChange(event.currentTarget.value)
          key.current = randomId()
          fit(area.current)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (!isSendKey(event)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      >
        {text}
      </textarea>
      <div class="actions">
        <button type="submit" class="button primary">
          {m.send}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {m.cancel}
        </button>
      </div>
    </form>
  )
}
