import { useSignal } from '@preact/signals'
import { bytes } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Message } from '../types.ts'
import './sent-attachments.css'
import { m } from '../parts/messages/en.ts'

type Attachment = Message['attachments'][number]

const KINDS: Readonly<Record<string, string>> = {
  image: m.kinds.image,
  pdf: 'PDF',
  document: m.kinds.document,
  spreadsheet: m.kinds.spreadsheet,
  presentation: m.kinds.presentation,
  ebook: m.kinds.ebook,
  html: m.kinds.html,
  text: m.kinds.text,
}
const PAGE_TEXT: Readonly<Record<string, (pages: number) => string>> = {
  presentation: m.slides,
  spreadsheet: m.sheets,
}

/** What is attached to a message that was sent; each opens or downloads the file. */
export function SentAttachments({ message }: { message: Message }) {
  if (message.attachments.length === 0) return null
  return (
    <ul class="attachments sent" aria-label={m.attachedFiles}>
      {message.attachments.map((one) => (
        <SentChip
          key={one.id}
          attachment={one}
          path={`/api/conversations/${message.conversation_id}/attachments/${one.id}`}
        />
      ))}
    </ul>
  )
}

function SentChip({ attachment, path }: { attachment: Attachment; path: string }) {
  const { name, kind, note } = attachment
  const isLost = useSignal(false)
  const isPicture = kind === 'image'
  return (
    <li>
      <a
        class="attachment"
        href={isPicture ? `${path}/picture` : path}
        {...(isPicture ? { target: '_blank', rel: 'noopener' } : { download: name })}
      >
        <span class="hidden-text">{isPicture ? m.openFile : m.downloadFile} </span>
        {isPicture && !isLost.value ? (
          <img
            class="attachment-picture"
            src={`${path}/picture`}
            alt=""
            loading="lazy"
            onError={() => {
              isLost.value = true
            }}
          />
        ) : (
          <span class="attachment-picture">
            <Icon name="document" />
          </span>
        )}
        <span class="attachment-text">
          <span class="one-line" dir="auto" title={name}>
            {name}
          </span>
          <span class="attachment-facts">{factsOf(attachment)}</span>
        </span>
      </a>
      {note !== null && <div class="attachment-note">{note}</div>}
    </li>
  )
}

function factsOf({ kind, pages, characters, bytes: size }: Attachment): string {
  return [
    KINDS[kind] ?? kind,
    ...(pages === null ? [] : [(PAGE_TEXT[kind] ?? m.pages)(pages)]),
    ...(characters > 0 ? [m.characters(characters)] : []),
    bytes(size),
  ].join(' · ')
}
