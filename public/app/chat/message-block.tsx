import { Component, type ComponentChild } from 'preact'
import type { ShownMessage } from './branches.ts'

/** Messages that are drawn at a time, and laid out at a time when they come near what is seen. */
export const MESSAGES_OF_BLOCK = 20

interface MessageBlockProps {
  messages: readonly ShownMessage[]
  draw: (shown: ShownMessage) => ComponentChild
}

/**
 * Messages that follow each other. The browser looks at each frame which blocks are near, and a
 * change of the branch is compared block by block: neither may cost the sum of all messages.
 */
export class MessageBlock extends Component<MessageBlockProps> {
  override shouldComponentUpdate({ messages }: MessageBlockProps): boolean {
    const before = this.props.messages
    return (
      messages !== before &&
      (messages.length !== before.length ||
        messages.some((shown, index) => !isSame(shown, before[index])))
    )
  }

  override render({ messages, draw }: MessageBlockProps) {
    return <div class="messages">{messages.map(draw)}</div>
  }
}

function isSame({ message, siblings }: ShownMessage, before: ShownMessage | undefined): boolean {
  return (
    message === before?.message &&
    siblings.length === before.siblings.length &&
    siblings.every(({ id }, index) => id === before.siblings[index]?.id)
  )
}
