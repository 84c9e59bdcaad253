import { useSignal } from '@preact/signals'
import { MoreButton } from '../../ui/icon.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import type { Conversation } from './types.ts'

const dialogs = lazyPart(() => import('./conversation-dialogs.tsx'))

interface ConversationMenuProps {
  conversation: Pick<Conversation, 'id' | 'title' | 'pinned' | 'folder_id' | 'allowed_tools'>
  label: string
  /** Whether it stands in the list, where several can be selected. */
  isInList?: boolean
  /** The last message that is shown; undefined for the newest. */
  messageId?: string | undefined
}

/** A button with what can be done with a conversation, which is loaded when it is opened. */
export function ConversationMenu({
  conversation,
  label,
  isInList = false,
  messageId,
}: ConversationMenuProps) {
  const anchor = useSignal<Element | undefined>(undefined)
  const close = () => {
    anchor.value = undefined
  }
  const isOpen = anchor.value !== undefined
  const part = useLazy(dialogs, isOpen, close)
  return (
    <>
      <MoreButton label={label} anchor={anchor} />
      {anchor.value !== undefined && part !== undefined && (
        <part.ConversationDialogs
          conversation={conversation}
          anchor={anchor.value}
          isInList={isInList}
          messageId={messageId}
          onClose={close}
        />
      )}
    </>
  )
}
