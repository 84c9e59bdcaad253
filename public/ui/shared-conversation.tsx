import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { errorMessage, openBody } from './api.ts'
import type { components } from './api-types.ts'
import { fill } from './fill.ts'
import { bytes, fullTime } from './format.ts'
import { Icon } from './icon.tsx'
import { Markdown } from './markdown/markdown.tsx'
import { saveBlob } from './save-text.ts'
import { m } from './shared/messages/en.ts'
import './shared-conversation.css'

export type Shared = components['schemas']['SharedConversation']
type Attachment = Shared['messages'][number]['attachments'][number]

/** Loads an attachment; undefined where only its name is shared. */
export type LoadAttachment = ((id: string, part: 'file' | 'picture') => Promise<Blob>) | undefined

/** @param init With what lets the reader in, where the session does not */
export async function loadAttachment(address: string, init: RequestInit = {}): Promise<Blob> {
  return await new Response(await openBody(address, init)).blob()
}

/** A conversation of somebody else, to read. */
export function SharedConversation({ shared, load }: { shared: Shared; load: LoadAttachment }) {
  const { from, from_primary: isOwner, created_at, expires_at, messages } = shared
  const sharedBy = from === null ? m.sharedOn : m.sharedBy
  return (
    <>
      <p class="quiet small">
        {fill(isOwner ? m.sharedByOwner : sharedBy, {
          from: <span dir="auto">{from}</span>,
          time: <time dateTime={created_at}>{fullTime(created_at)}</time>,
        })}
        {expires_at !== null && ` ${m.readUntil(fullTime(expires_at))}`}
      </p>
      {messages.map(({ id, role, content, attachments, answered_by }) =>
        role === 'user' ? (
          <article key={id} class="shared-question" aria-label={m.question}>
            {attachments.length > 0 && (
              <ul aria-label={m.attachedFiles}>
                {attachments.map((one) => (
                  <li key={one.id}>
                    <SharedFile attachment={one} load={load} />
                  </li>
                ))}
              </ul>
            )}
            {content !== '' && <p dir="auto">{content}</p>}
          </article>
        ) : (
          <article key={id} class="shared-answer" aria-label={m.answer}>
            <Markdown text={content} isGrowing={false} />
            {answered_by !== null && <footer class="quiet small">{answered_by}</footer>}
          </article>
        ),
      )}
    </>
  )
}

function SharedFile({ attachment, load }: { attachment: Attachment; load: LoadAttachment }) {
  const { id, name, kind, bytes: size } = attachment
  const picture = useSignal<string | undefined>(undefined)
  const error = useSignal('')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current } = button
    if (load === undefined || kind !== 'image' || current === null) return
    let isGone = false
    const show = () =>
      load(id, 'picture').then(
        (blob) => {
          if (!isGone) picture.value = URL.createObjectURL(blob)
        },
        // Its name is there.
        () => undefined,
      )
    // Of a long conversation, those that somebody comes to.
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        near.disconnect()
        void show()
      },
      { rootMargin: '100%' },
    )
    near.observe(current)
    return () => {
      isGone = true
      near.disconnect()
      if (picture.peek() !== undefined) URL.revokeObjectURL(picture.peek() ?? '')
    }
  }, [])
  const label = (
    <>
      <Icon name={kind === 'image' ? 'image' : 'document'} />
      <span class="one-line" dir="auto">
        {name}
      </span>
      <small class="quiet">{load === undefined ? m.notShared : bytes(size)}</small>
    </>
  )
  if (load === undefined) return <span class="shared-file">{label}</span>
  return (
    <>
      {picture.value !== undefined && <img src={picture.value} alt={name} />}
      <button
        ref={button}
        type="button"
        class="button shared-file"
        onClick={() => {
          error.value = ''
          load(id, 'file').then(
            (blob) => saveBlob(name, blob),
            (cause) => {
              error.value = errorMessage(cause)
            },
          )
        }}
      >
        <span class="hidden-text">{m.download} </span>
        {label}
      </button>
      {error.value !== '' && (
        <p class="quiet small" role="alert">
          {error.value}
        </p>
      )}
    </>
  )
}
