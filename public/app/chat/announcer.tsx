import { queuePositionLabel } from '../../ui/format.ts'
import { waitingText } from './answer-text.ts'
import type { LiveConversation } from './live-conversation.ts'
import type { Message } from './types.ts'

/**
 * Tells a screen reader where an answer stands, and the answer itself once it is there. The text is
 * not live while it grows: it would be read again with each word.
 */
export function Announcer({
  live,
  running,
}: {
  live: LiveConversation
  running: Message | undefined
}) {
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
  // The expected time changes too often to be read out.
  if (message.status === 'waiting') return <>{queuePositionLabel(progress.position, null)}</>
  return <>{live.text(message).value === '' ? waitingText(message, progress) : 'Answering'}</>
}
