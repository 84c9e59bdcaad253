import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import { attempt } from '../../ui/toast.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { AttachButton } from './attachments/attach-button.tsx'
import { draftFiles } from './attachments/draft-files.ts'
import { DropZone } from './attachments/drop-zone.tsx'
import type { DraftFileProps } from './draft-file-list.tsx'
import { ModelPicker } from './model-picker.tsx'
import { canTranscribe } from './models.ts'
import type { SlashKeys } from './slash-menu.tsx'
import { fit, hasCoarsePointer, isSendKey } from './text-area.ts'
import type { NewAttachment } from './types.ts'
import { useSending } from './use-sending.ts'
import type { DictateProps } from './voice/dictate-button.tsx'
import './composer.css'
import { m } from './messages/en.ts'

interface ComposerProps {
  /** What the draft is kept under. */
  draftId: string
  /** Rejects when the message was not sent; its text stays then. The key names the message. */
  onSend: (content: string, attachments: readonly NewAttachment[], key: string) => Promise<void>
  /** Stops the answer that is being written, where there is one. */
  onStop?: (() => void) | undefined
  /** The assistant that answers; null for none. */
  assistantId: string | null
  onAssistant: (id: string | null) => void
}

/** Where messages are written. What was typed and attached survives a reload and a failure. */
export function Composer({ draftId, onSend, onStop, assistantId, onAssistant }: ComposerProps) {
  const text = useSignal(readDraft(draftId))
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (!hasCoarsePointer()) area.current?.focus()
  }, [])
  useEffect(() => fit(area.current), [text.value])
  const change = (value: string) => {
    text.value = value
    keepDraft(draftId, value)
  }
  const files = useMemo(() => draftFiles(draftId), [draftId])
  const refused = useSignal('')
  const closedSlash = useSignal('')
  const slashKeys = useRef<SlashKeys | undefined>(undefined)
  const isEmpty = text.value.trim() === '' && files.list.value.length === 0
  const { isSending, error, send, stop, changed } = useSending(
    text,
    change,
    () => !isEmpty && files.isReady,
    (content, key) => {
      refused.value = ''
      return files.send((attachments) => onSend(content, attachments, key))
    },
  )
  const attach = (adding: Promise<readonly string[]>) => {
    changed()
    refused.value = ''
    void attempt(async () => {
      const rejections = await adding
      // Of several at a time, one that is taken hides nothing of another.
      if (rejections.length > 0) refused.value = rejections.join(' ')
    })
    if (!hasCoarsePointer()) area.current?.focus()
  }
  const options = useLazy(answerOptions, true)
  const isSlash = /^\/[^\s/]*$/.test(text.value) && text.value !== closedSlash.value
  const slash = useLazy(slashMenu, isSlash)
  const chip = useLazy(assistantChip, assistantId !== null)
  const chooseAssistant = (id: string | null) => {
    if (isSlash) change('')
    onAssistant(id)
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (slashKeys.current?.(event)) return
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
      {error.value !== undefined && (
        <div class="notice bad" role="alert">
          <span>
            {error.value.text} {text.value !== '' && m.stillHere} {error.value.again}
          </span>
          {error.value.again !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                stop()
                // The button goes.
                area.current?.focus()
              }}
            >
              {m.doNotSend}
            </button>
          )}
        </div>
      )}
      {refused.value !== '' && (
        <p class="notice bad" role="alert">
          {refused.value}
        </p>
      )}
      <DropZone limits={files.limits.text} onFiles={(dropped) => attach(files.add(dropped))} />
      {slash !== undefined && (
        <slash.SlashMenu
          text={text.value}
          area={area.current}
          keys={slashKeys}
          onAssistant={chooseAssistant}
          onPrompt={(prompt) => {
            change(prompt)
            changed()
            area.current?.focus()
          }}
          onClose={() => {
            closedSlash.value = text.peek()
          }}
        />
      )}
      <div class="box">
        {chip !== undefined && assistantId !== null && (
          <chip.AssistantChip id={assistantId} onRemove={() => chooseAssistant(null)} />
        )}
        <Chips
          files={files}
          isSending={isSending.value}
          onRemoved={() => {
            changed()
            refused.value = ''
            area.current?.focus()
          }}
        />
        <textarea
          ref={area}
          rows={1}
          aria-label={m.message}
          placeholder={m.askAnything}
          dir="auto"
          value={text.value}
          onInput={(event) => {
            change(event.currentTarget.value)
            changed()
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { types = [], files: pasted } = event.clipboardData ?? {}
            // A word processor copies a picture of the text as well.
            if (pasted === undefined || pasted.length === 0 || types.includes('text/plain')) return
            event.preventDefault()
            attach(files.add([...pasted]))
          }}
        />
        <div class="tools">
          <AttachButton
            files={files}
            onFiles={(chosen) => attach(files.add(chosen))}
            onStored={(chosen) => attach(files.addStored(chosen))}
          />
          <Dictation
            area={area}
            onText={(value) => {
              change(value)
              changed()
            }}
          />
          {options !== undefined && <options.AnswerOptions key={draftId} draftId={draftId} />}
          <ModelPicker />
          {onStop !== undefined && isEmpty ? (
            <button
              type="button"
              class="send"
              aria-label={m.stopAnswer}
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
              aria-label={m.send}
              disabled={isEmpty || isSending.value || !files.isReady}
            >
              <Icon name="send" />
            </button>
          )}
        </div>
      </div>
    </form>
  )
}

const chips = lazyPart(() => import('./draft-file-list.tsx'))

/** The files of the draft, once there are any. */
function Chips(props: DraftFileProps) {
  const part = useLazy(chips, props.files.list.value.length > 0)
  return part === undefined ? null : <part.DraftFileList {...props} />
}

const answerOptions = lazyPart(() => import('./answer-options.tsx'))
const slashMenu = lazyPart(() => import('./slash-menu.tsx'))
const assistantChip = lazyPart(() => import('./assistant-chip.tsx'))
const dictation = lazyPart(() => import('./voice/dictate-button.tsx'))

/** Dictation, where there is something that writes it down; loaded when that is known. */
function Dictation(props: DictateProps) {
  const part = useLazy(dictation, canTranscribe.value)
  return part === undefined ? null : <part.DictateButton {...props} />
}
