import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { api, isRefused, read } from '../../ui/api.ts'
import type { PageProps } from '../../ui/page.ts'
import { followUp, path, query, setQuery } from '../../ui/router.ts'
import { addShortcuts } from '../../ui/shortcuts.tsx'
import { Tries } from '../../ui/state.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { passSwitch, toolsOf } from './chosen-tools.ts'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ListButton } from './list-button.tsx'
import { closeList, isListOpen } from './list-state.ts'
import { chosenModel, loadModels } from './models.ts'
import { OpenConversation } from './open-conversation.tsx'
import type { NewAttachment } from './types.ts'
import './page.css'
import { m } from './messages/en.ts'

addShortcuts([
  { keys: 'Enter', does: m.sendMessage },
  { keys: 'Shift Enter', does: m.newLine },
])

/** The conversations, and the one that is open. */
export function Page({ params: { id, share } }: PageProps) {
  const isOpen = isListOpen.value
  const chat = useRef<HTMLDivElement>(null)
  useEffect(() => void loadModels().catch(() => undefined), [])
  useLayoutEffect(() => {
    if (!isOpen) return
    // "Back" on a phone closes the list, as it does dialogs.
    const stop = onBack(closeList)
    const at = path.peek()
    return () => {
      const list = chat.current?.querySelector('.list')
      list?.classList.add('covered')
      // After the frame that shows the conversation.
      whenIdle(() => {
        stop?.()
        list?.classList.remove('covered')
      })
      if (path.peek() === at) chat.current?.querySelector<HTMLElement>('.only-phone')?.focus()
      else closeList()
    }
  }, [isOpen])
  return (
    <div ref={chat} class={isOpen ? 'chat list-open' : 'chat'}>
      <ConversationList />
      {share !== undefined ? (
        <SharedPart id={share} />
      ) : id === undefined ? (
        <NewConversation />
      ) : (
        <OpenConversation key={id} id={id} />
      )}
    </div>
  )
}

/** Chromium's; other browsers have no "back" that could close something, or tell nobody of it. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/** Calls back when "back" is pressed on a phone, or Escape. @returns Stops it */
function onBack(close: () => void): (() => void) | undefined {
  const Watcher = Reflect.get(window, 'CloseWatcher') as (new () => CloseWatcher) | undefined
  if (Watcher === undefined) return undefined
  const watcher = new Watcher()
  watcher.onclose = close
  return () => watcher.destroy()
}

const sharedView = lazyPart(() => import('./shared-view.tsx'))

/** What another member shares; loaded with the first one. */
function SharedPart({ id }: { id: string }) {
  const part = useLazy(sharedView, true)
  return part === undefined ? <main class="conversation" /> : <part.SharedView id={id} />
}

const TRIES = [m.tries.bread, m.tries.letter, m.tries.dinners]

/** Puts a proposal where it would be typed, to be changed or sent. */
function suggest(text: string): void {
  const area = document.querySelector<HTMLTextAreaElement>('.compose textarea')
  if (area === null) return
  area.value = text
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  area.focus()
}

/** Name of the draft of a conversation that is not there yet. */
const NEW = 'new'

/** An empty page with the composer; the first message makes the conversation. */
function NewConversation() {
  const assistantId = query.value.get('assistant')
  const send = async (content: string, attachments: readonly NewAttachment[], key: string) => {
    const next = followUp()
    const header = { 'Idempotency-Key': key }
    const created = await read(
      api.POST('/api/conversations', { params: { header }, body: { assistant_id: assistantId } }),
    )
    const path = { id: created.id }
    try {
      await read(
        api.POST('/api/conversations/{id}/messages', {
          params: { path, header },
          body: {
            content,
            attachments: [...attachments],
            model: chosenModel.value,
            ...toolsOf(NEW),
          },
        }),
      )
    } catch (error) {
      // The text stays here; a conversation without a message would stay in the list. Where no
      // answer came, the message may be in it.
      if (isRefused(error))
        void api.DELETE('/api/conversations/{id}', { params: { path } }).catch(() => undefined)
      throw error
    }
    passSwitch(NEW, created.id)
    next(`/app/c/${created.id}`)
  }
  return (
    <main class="conversation new">
      <header class="bar">
        <ListButton />
        <h1>{m.newChat}</h1>
      </header>
      {/* It scrolls beside a high composer, and nothing in it can have the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div class="message-list" tabIndex={0}>
        <div class="welcome">
          <h2>{m.welcome}</h2>
          <p class="quiet">{m.welcomeText}</p>
          <Tries
            of={TRIES.map((label) => ({ label, icon: 'chat', onClick: () => suggest(label) }))}
          />
        </div>
      </div>
      <Composer
        draftId={NEW}
        onSend={send}
        assistantId={assistantId}
        onAssistant={(id) => setQuery({ assistant: id ?? '' })}
      />
    </main>
  )
}
