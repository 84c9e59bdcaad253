import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { PageProps } from '../../ui/page.ts'
import { addShortcuts } from '../../ui/shortcuts.tsx'
import { ConversationList } from './conversation-list.tsx'
import { loadModels } from './models.ts'
import { NewConversation } from './new-conversation.tsx'
import { OpenConversation } from './open-conversation.tsx'

addShortcuts([
  { keys: 'Enter', does: 'Send the message' },
  { keys: 'Shift Enter', does: 'Begin a new line' },
])

/** The conversations, and the one that is open. */
export function Page({ params: { id } }: PageProps) {
  // On a phone the list covers the conversation.
  const isListOpen = useSignal(false)
  const chat = useRef<HTMLDivElement>(null)
  const closeList = () => {
    if (!isListOpen.peek()) return
    isListOpen.value = false
    // Drawn before it gets the focus back.
    requestAnimationFrame(() => chat.current?.querySelector<HTMLElement>('.only-phone')?.focus())
  }
  const openList = () => {
    isListOpen.value = true
  }
  useEffect(() => void loadModels().catch(() => undefined), [])
  useEffect(closeList, [id])
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
