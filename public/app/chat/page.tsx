import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { PageProps } from '../../ui/page.ts'
import { addShortcuts } from '../../ui/shortcuts.tsx'
import { ConversationList } from './conversation-list.tsx'
import { loadModels } from './models.ts'
import { NewConversation } from './new-conversation.tsx'
import { OpenConversation } from './open-conversation.tsx'
import './page.css'

addShortcuts([
  { keys: 'Enter', does: 'Send the message' },
  { keys: 'Shift Enter', does: 'Start a new line' },
])

/** The conversations, and the one that is open. */
export function Page({ params: { id } }: PageProps) {
  // On a phone the list covers the conversation.
  const isListOpen = useSignal(false)
  const chat = useRef<HTMLDivElement>(null)
  /** Whether the button that opens it gets the focus back. */
  const hasClosed = useRef(false)
  const closeList = () => {
    if (!isListOpen.peek()) return
    isListOpen.value = false
    hasClosed.current = true
  }
  const openList = () => {
    isListOpen.value = true
  }
  useEffect(() => void loadModels().catch(() => undefined), [])
  useLayoutEffect(closeList, [id])
  useLayoutEffect(() => {
    if (isListOpen.value || !hasClosed.current) return
    hasClosed.current = false
    chat.current?.querySelector<HTMLElement>('.only-phone')?.focus()
  }, [isListOpen.value])
  return (
    <div ref={chat} class={isListOpen.value ? 'chat list-open' : 'chat'}>
      <ConversationList current={id} isOpen={isListOpen.value} onClose={closeList} />
      {id === undefined ? (
        <NewConversation onOpenList={openList} />
      ) : (
        <OpenConversation key={id} id={id} onOpenList={openList} />
      )}
    </div>
  )
}
