import { signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { CopyButton } from '../../ui/copy.tsx'
import { duration, fullTime } from '../../ui/format.ts'
import { Icon, IconButton } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { memo } from '../../ui/memo.ts'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import { attempt } from '../../ui/toast.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { outcomeText, waitingText } from './answer-text.ts'
import type { LiveConversation } from './live-conversation.ts'
import { MessageEdit } from './message-edit.tsx'
import { nameOf } from './models.ts'
import { callToConfirm, isUnfinished, type Message, type Progress } from './types.ts'
import { ReadAloudButton } from './voice/read-aloud-button.tsx'
import './message-view.css'
import { m } from './messages/en.ts'

const sentAttachments = lazyPart(() => import('./attachments/sent-attachments.tsx'))
const toolCalls = lazyPart(() => import('./tool-calls.tsx'))
const thoughtParts = lazyPart(() => import('./thoughts.tsx'))

/** What can be done with the messages of a conversation. */
export interface MessageActions {
  choose: (sibling: Message) => void
  /** Sends a changed text in place of a message, as another branch. The key names the new one. */
  edit: (message: Message, content: string, key: string) => Promise<void>
  retry: (message: Message) => void
}

interface MessageViewProps {
  message: Message
  siblings: readonly Message[]
  live: LiveConversation
  actions: MessageActions
}

/** A message of the reader's in a bubble, or an answer as plain text; there may be thousands. */
export const MessageView = memo((props: MessageViewProps) =>
  props.message.role === 'user' ? <Own {...props} /> : <Answer {...props} />,
)

function Own({ message, siblings, actions }: MessageViewProps) {
  const draftId = `edit:${message.id}`
  const isEditing = useSignal(readDraft(draftId) !== '')
  const sent = useLazy(sentAttachments, message.attachments.length > 0)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The focus moves before the next key can be pressed.
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing.value) opener.current?.focus()
    wasEditing.current = isEditing.value
  }, [isEditing.value])
  if (isEditing.value)
    return (
      <MessageEdit
        text={readDraft(draftId) || message.content}
        hasFiles={message.attachments.length > 0}
        onChange={(text) => keepDraft(draftId, text)}
        onClose={() => {
          keepDraft(draftId, '')
          isEditing.value = false
        }}
        onSend={(content, key) => attempt(() => actions.edit(message, content, key))}
      />
    )
  return (
    <article class="own" aria-label={m.you}>
      {sent !== undefined && <sent.SentAttachments message={message} />}
      {message.content !== '' && <p dir="auto">{message.content}</p>}
      <footer>
        <WrittenAt message={message} />
        <Siblings message={message} siblings={siblings} actions={actions} />
        <span class="acts">
          {message.content !== '' && (
            <CopyButton text={() => message.content} label={m.copyYours} />
          )}
          <button
            ref={opener}
            type="button"
            class="button plain icon"
            aria-label={m.editAndSend}
            title={m.editAndSend}
            onClick={() => {
              isEditing.value = true
            }}
          >
            <Icon name="edit" />
          </button>
        </span>
      </footer>
    </article>
  )
}

function Answer({ message, siblings, live, actions }: MessageViewProps) {
  const retry = () => actions.retry(message)
  const text = live.text(message).value
  const isGrowing = isUnfinished(message)
  const thoughts = live.thoughts(message)
  const thought = useLazy(thoughtParts, thoughts.value !== '')
  const called = useLazy(toolCalls, message.steps.length > 0)
  return (
    <article class="answer" aria-label={m.answer} aria-busy={isGrowing}>
      {thought !== undefined && (
        <thought.Thoughts message={message} of={thoughts} isThinking={isGrowing && text === ''} />
      )}
      {called !== undefined && <called.ToolCalls message={message} />}
      {text !== '' && (
        <Markdown text={called?.withFootnotes(text, message.steps) ?? text} isGrowing={isGrowing} />
      )}
      {called !== undefined && <called.Footnotes text={text} steps={message.steps} />}
      {isGrowing &&
        text === '' &&
        thought === undefined &&
        callToConfirm(message) === undefined && (
          <Waiting message={message} progress={live.progress(message.id).value} />
        )}
      {message.note !== null && <p class="quiet small">{message.note}</p>}
      <Outcome message={message} onRetry={retry} />
      {!isGrowing && (
        <footer>
          <Siblings message={message} siblings={siblings} actions={actions} />
          <AnswerFacts message={message} />
          {text !== '' && <CopyButton text={() => text} label={m.copyAnswer} />}
          {text !== '' && <ReadAloudButton id={message.id} text={text} />}
          <IconButton icon="again" label={m.answerAgain} title={m.answerAgain} onPress={retry} />
        </footer>
      )}
    </article>
  )
}

const notifyMe = lazyPart(() => import('../../ui/notify/notify-me.tsx'))

/** Where the answer stands before its text, in words. */
function Waiting({ message, progress }: { message: Message; progress: Progress }) {
  const offer = useLazy(notifyMe, true)
  return (
    <p class="wait">
      <i aria-hidden="true" />
      {waitingText(message, progress)} {offer !== undefined && <offer.NotifyMe />}
    </p>
  )
}

/** How an answer ended that is not whole. */
function Outcome({ message, onRetry }: { message: Message; onRetry: () => void }) {
  const text = outcomeText(message)
  if (text === undefined) return null
  return (
    <div class={message.status === 'failed' ? 'notice bad' : 'notice'}>
      <span>{text}</span>
      <button type="button" class="button" onClick={onRetry}>
        {m.tryAgain}
      </button>
    </div>
  )
}

/** Who has answered; when is there for a pointer that rests on it, and for a press. */
function AnswerFacts({ message }: { message: Message }) {
  const isTimeShown = useSignal(false)
  const facts = answeredBy(message)
  if (facts === '') return <WrittenAt message={message} />
  return (
    <>
      {!isTimeShown.value && <WrittenAt message={message} />}
      <button
        type="button"
        class="answer-facts"
        aria-expanded={isTimeShown.value}
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = fullTime(message.created_at)
        }}
        onClick={() => {
          isTimeShown.value = !isTimeShown.value
        }}
      >
        {facts}
        {isTimeShown.value && (
          <>
            {' · '}
            <time dateTime={message.created_at}>{fullTime(message.created_at)}</time>
          </>
        )}
      </button>
    </>
  )
}

/** The first date of a page takes a phone half a second, so those that nobody sees wait. */
const isIdle = signal(false)

/** When a message was written, for who hears the page. */
function WrittenAt({ message }: { message: Message }) {
  useEffect(() => {
    if (isIdle.peek()) return
    return whenIdle(() => {
      isIdle.value = true
    })
  }, [])
  return (
    <time class="hidden-text" dateTime={message.created_at}>
      {isIdle.value && fullTime(message.created_at)}
    </time>
  )
}

function answeredBy({ answered_by: by, created_at, finished_at }: Message): string {
  if (by === null) return ''
  const name = nameOf(by)
  // An imported answer has no time of its own.
  if (finished_at === null || finished_at === created_at) return name
  const seconds = (Date.parse(finished_at) - Date.parse(created_at)) / 1000
  return `${name} · ${duration(seconds)}`
}

/** Which of several branches is shown, with a way to the others. */
function Siblings({
  message,
  siblings,
  actions,
}: Pick<MessageViewProps, 'message' | 'siblings' | 'actions'>) {
  if (siblings.length < 2) return null
  const index = siblings.findIndex(({ id }) => id === message.id)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  return (
    <fieldset class="siblings">
      <legend class="hidden-text">{m.versions}</legend>
      <button
        type="button"
        class="button plain icon"
        aria-label={m.earlierVersion}
        aria-disabled={before === undefined}
        onClick={() => before && actions.choose(before)}
      >
        <Icon name="left" />
      </button>
      <span class="number">
        {index + 1}/{siblings.length}
      </span>
      <button
        type="button"
        class="button plain icon"
        aria-label={m.laterVersion}
        aria-disabled={after === undefined}
        onClick={() => after && actions.choose(after)}
      >
        <Icon name="right" />
      </button>
    </fieldset>
  )
}
