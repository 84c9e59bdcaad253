import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { ApiError, api, randomId, read } from '../../ui/api.ts'
import { queuePositionLabel } from '../../ui/format.ts'
import { Empty, Failed, Loading, Tries } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { waitingText } from './answer-text.ts'
import { branchOf, choicesFor, keepShown, type ShownMessage } from './branches.ts'
import { toolsOf } from './chosen-tools.ts'
import { Composer } from './composer.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { ListButton } from './list-button.tsx'
import { conversations, loadConversations } from './list-state.ts'
import { LiveConversation } from './live-conversation.ts'
import { MessageList } from './message-list.tsx'
import { type MessageActions, MessageView } from './message-view.tsx'
import { m } from './messages/en.ts'
import { chosenModel } from './models.ts'
import { targetMessage } from './target-message.ts'
import { titleOf } from './title.ts'
import { callToConfirm, isUnfinished, type Message, type NewAttachment } from './types.ts'

/** Conversations that are proposed in place of one that is not there. */
const MISSING_LATEST = 2

/**
 * What the document shows of the conversation that it was opened with, before a script draws: its title
 * and its last messages. Taken before the first rendering, which draws over it.
 */
const early = {
  path: window.location.pathname,
  title: document.querySelector('.early h1')?.textContent,
  messages: document.querySelector('.early .column'),
}

/** The last messages that the document came with, until all are there. */
function EarlyMessages() {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (early.messages !== null) list.current?.append(early.messages)
  }, [])
  return (
    <>
      <div class="message-list" ref={list} />
      <div class="compose">
        <div class="box" />
      </div>
    </>
  )
}

/** One conversation, as it changes. */
export function OpenConversation({ id }: { id: string }) {
  const live = useMemo(() => new LiveConversation(id), [id])
  const chosen = useSignal<ReadonlyMap<string, string>>(new Map())
  const shown = useRef<readonly ShownMessage[]>([])
  const branch = useComputed(() => {
    shown.current = keepShown(shown.current, branchOf(live.messages.value, chosen.value))
    return shown.current
  })
  useEffect(() => () => live.close(), [live])
  // A new title stands in the list as well.
  useSignalEffect(() => {
    const title = live.conversation.value?.title
    if (title === undefined) return
    document.title = `${titleOf({ title })} · Hearth`
    void loadConversations()
  })
  const path = { id }
  const last = branch.value.at(-1)?.message
  const running = last !== undefined && isUnfinished(last) ? last : undefined
  // A message that was found is shown, in whichever branch it is.
  const target = targetMessage.value
  const isLoaded = live.messages.value.length > 0
  const isLoadingEarlier = live.isLoadingEarlier.value
  useEffect(() => {
    if (target === undefined || !isLoaded) return
    chosen.value = new Map([...chosen.value, ...choicesFor(live.messages.value, target)])
  }, [target, isLoaded, isLoadingEarlier])
  const send = async (
    content: string,
    attachments: readonly NewAttachment[],
    parent: string | null | undefined,
    key: string,
  ) => {
    const sent = await read(
      api.POST('/api/conversations/{id}/messages', {
        params: { path, header: { 'Idempotency-Key': key } },
        body: {
          content,
          attachments: [...attachments],
          model: chosenModel.value,
          ...toolsOf(id),
          ...(parent === undefined ? {} : { parent_id: parent }),
        },
      }),
    )
    choose(sent.message.parent_id ?? '', sent.message.id)
  }
  const choose = (parent: string, message: string) => {
    chosen.value = new Map([...chosen.value, [parent, message]])
  }
  // Asked for twice by a double click, or again after a lost answer, it is the same one.
  const retryKeys = useMemo(() => new Map<string, string>(), [id])
  const retry = (message: Message) =>
    attempt(async () => {
      const key = retryKeys.get(message.id) ?? randomId()
      retryKeys.set(message.id, key)
      const again = await read(
        api.POST('/api/conversations/{id}/messages/{message}/retry', {
          params: { path: { id, message: message.id }, header: { 'Idempotency-Key': key } },
          body: {
            model: chosenModel.value,
            ...toolsOf(id),
          },
        }),
      )
      retryKeys.delete(message.id)
      choose(again.parent_id ?? '', again.id)
    })
  const stop = (message: Message) =>
    attempt(() =>
      read(
        api.POST('/api/conversations/{id}/messages/{message}/stop', {
          params: { path: { id, message: message.id } },
        }),
      ),
    )
  // What they refer to stays as it is for as long as the conversation is open.
  const actions = useMemo(
    (): MessageActions => ({
      choose: (one) => choose(one.parent_id ?? '', one.id),
      edit: (message, content, key) => send(content, attachedTo(message), message.parent_id, key),
      retry: (message) => void retry(message),
    }),
    [id],
  )
  const conversation = live.conversation.value
  const isEarly =
    conversation === undefined &&
    live.stream.error.value === undefined &&
    early.messages !== null &&
    early.path === `/app/c/${id}`
  const earlyTitle = (isEarly ? early.title : undefined) ?? m.chat
  useEffect(() => {
    if (conversation !== undefined) early.messages = null
  }, [conversation === undefined])
  return (
    <main class={isEarly ? 'conversation early' : 'conversation'}>
      <header class="bar">
        <ListButton />
        <h1 dir="auto">{conversation === undefined ? earlyTitle : titleOf(conversation)}</h1>
        <span class="quiet small" role="status">
          {live.stream.isLost.value && m.lost}
        </span>
        {conversation !== undefined && (
          <ConversationMenu
            conversation={conversation}
            label={m.moreAboutThis}
            messageId={last?.id}
          />
        )}
      </header>
      {live.isDeleted.value ? (
        <div class="message-list">
          <Empty icon="trash" title={m.wasDeleted}>
            <a href="/app/">{m.startNewOne}</a>
          </Empty>
        </div>
      ) : conversation === undefined && live.stream.error.value !== undefined ? (
        <div class="message-list">
          {isMissing(live.stream.error.value) ? (
            <Missing />
          ) : (
            <Failed error={live.stream.error.value} retry={() => live.stream.retry()} />
          )}
        </div>
      ) : isEarly ? (
        <EarlyMessages />
      ) : conversation === undefined ? (
        <div class="message-list">
          <Loading label={m.loadingConversation} />
        </div>
      ) : (
        <>
          <MessageList
            branch={branch.value}
            target={target}
            isLoadingEarlier={isLoadingEarlier}
            draw={({ message, siblings }) => (
              <MessageView
                // The same element for another version, so that the focus stays.
                key={message.parent_id ?? ''}
                message={message}
                siblings={siblings}
                live={live}
                actions={actions}
              />
            )}
          />
          <Announcer live={live} running={running} />
          <Composer
            draftId={id}
            onSend={(content, attachments, key) => send(content, attachments, last?.id, key)}
            assistantId={conversation.assistant_id}
            onAssistant={(assistant_id) =>
              void attempt(() =>
                read(
                  api.PATCH('/api/conversations/{id}', {
                    params: { path },
                    body: { assistant_id },
                  }),
                ),
              )
            }
            onStop={running === undefined ? undefined : () => void stop(running)}
          />
        </>
      )}
    </main>
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** A link to a conversation that is gone, or of somebody else. */
function Missing() {
  const latest = conversations.value?.items.slice(0, MISSING_LATEST) ?? []
  return (
    <Empty icon="chat" title={m.notHere}>
      <p>{m.notHereText}</p>
      <Tries
        of={[
          { label: m.startNewChat, href: '/app/', icon: 'plus' },
          ...latest.map((one) => ({
            label: titleOf(one),
            href: `/app/c/${one.id}`,
            icon: 'chat' as const,
          })),
        ]}
      />
    </Empty>
  )
}

/** What is attached to a message, for another one in its place. */
function attachedTo({ attachments }: Message): NewAttachment[] {
  return attachments.map(({ id }) => ({ attachment: id }))
}

/**
 * Tells a screen reader where an answer stands, and the answer itself once it is there. The text is
 * not live while it grows: it would be read again with each word.
 */
function Announcer({ live, running }: { live: LiveConversation; running: Message | undefined }) {
  return (
    <p class="hidden-text" role="status">
      {running === undefined ? (
        live.announcement.value
      ) : (
        <QueuePosition live={live} message={running} />
      )}
    </p>
  )
}

function QueuePosition({ live, message }: { live: LiveConversation; message: Message }) {
  const progress = live.progress(message.id).value
  const call = callToConfirm(message)
  if (call !== undefined) return <>{`${m.yourDecision}: ${call.label}`}</>
  // The expected time changes too often to be read out.
  if (message.status === 'waiting') return <>{queuePositionLabel(progress.position, null)}</>
  return <>{live.text(message).value === '' ? waitingText(message, progress) : m.answering}</>
}
