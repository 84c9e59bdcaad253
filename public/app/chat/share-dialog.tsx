import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api, errorMessage, read, send } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { ShareLink } from '../../ui/share-link.tsx'
import { Failed, Loading } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import './share-dialog.css'

const LIFETIMES = [
  { days: 1, label: 'A day' },
  { days: 7, label: 'A week' },
  { days: 30, label: 'A month' },
]
const DEFAULT_DAYS = 7

interface ShareDialogProps {
  /** Of the conversation. */
  id: string
  /** The last message on the branch that is shown; undefined for the newest. */
  messageId: string | undefined
  onClose: () => void
}

type NewLink = Parameters<typeof ShareLink>[0]['link']

/** Who may read a conversation, and what lets more people do so. */
export function ShareDialog({ id, messageId, onClose }: ShareDialogProps) {
  const path = { id }
  const list = useResource(
    (signal) => read(api.GET('/api/conversations/{id}/shares', { params: { path }, signal })),
    [id],
  )
  const name = useRef<HTMLInputElement>(null)
  const hasFiles = useSignal(false)
  const days = useSignal(DEFAULT_DAYS)
  const link = useSignal<NewLink | undefined>(undefined)
  const error = useSignal('')
  const shares = list.value.value
  const share = async (wanted: { member: string } | { expires_in_days: number }) => {
    error.value = ''
    try {
      const from = messageId === undefined ? {} : { message_id: messageId }
      const body = { ...wanted, ...from, attachments: hasFiles.value }
      const made = await read(
        api.POST('/api/conversations/{id}/shares', { params: { path }, body }),
      )
      if (made.link !== null) link.value = made.link
      else toast(`Shared with ${made.member}`)
      if (name.current !== null) name.current.value = ''
    } catch (cause) {
      error.value = errorMessage(cause)
    }
    await list.reload()
  }
  const end = (shareId: string) =>
    attempt(async () => {
      const params = { path: { id, share: shareId } }
      await send(api.DELETE('/api/conversations/{id}/shares/{share}', { params }))
      link.value = undefined
      await list.reload()
    })
  return (
    <Dialog title="Share" onClose={onClose}>
      <p class="quiet small">
        Others read the conversation as it is shown now, without thoughts and results of tools. What
        you write later is not shared.
      </p>
      {shares.state === 'loading' ? (
        <Loading label="Loading who may read it" />
      ) : shares.state === 'failed' ? (
        <Failed error={shares.error} retry={() => void list.reload()} />
      ) : (
        <>
          <form
            class="share-row"
            onSubmit={(event) => {
              event.preventDefault()
              const member = name.current?.value.trim() ?? ''
              if (member !== '') void share({ member })
            }}
          >
            <label class="field">
              <span>E-mail address or name of a member</span>
              <input
                ref={name}
                class="input"
                maxLength={320}
                autocomplete="off"
                autocapitalize="none"
                dir="auto"
              />
            </label>
            <button type="submit" class="button primary">
              Share
            </button>
          </form>
          <label class="check">
            <input
              type="checkbox"
              checked={hasFiles.value}
              onChange={({ currentTarget: { checked } }) => {
                hasFiles.value = checked
              }}
            />
            <span>Attached files can be opened, not only their names</span>
          </label>
          {shares.data.allows_links ? (
            <div class="share-row">
              <label class="field">
                <span>Link for anyone who has it, good for</span>
                <select
                  class="input"
                  value={days.value}
                  onChange={({ currentTarget: { value } }) => {
                    days.value = Number(value)
                  }}
                >
                  {LIFETIMES.map((one) => (
                    <option key={one.days} value={one.days}>
                      {one.label}
                    </option>
                  ))}
                </select>
              </label>
              <button
                type="button"
                class="button"
                onClick={() => void share({ expires_in_days: days.value })}
              >
                <Icon name="link" /> Make a link
              </button>
            </div>
          ) : (
            <p class="quiet small">Links for people without an account are switched off here.</p>
          )}
          {error.value !== '' && (
            <p class="notice bad" role="alert">
              {error.value}
            </p>
          )}
          {link.value !== undefined && <ShareLink link={link.value} />}
          {shares.data.items.length > 0 && (
            <>
              <h3>Who may read it</h3>
              <ul class="rows" aria-label="Who may read it">
                {shares.data.items.map((one) => (
                  <li key={one.id} class="row">
                    <Icon name={one.member === null ? 'link' : 'me'} />
                    <span class="grow">
                      <span dir="auto">{one.member ?? 'Anyone with the link'}</span>
                      <small title={fullTime(one.created_at)}>
                        since {relativeTime(one.created_at)}
                        {one.expires_at !== null && `, until ${fullTime(one.expires_at)}`}
                        {one.attachments && ', with files'}
                      </small>
                    </span>
                    <button
                      type="button"
                      class="button"
                      aria-label={`End the share with ${one.member ?? 'anyone with the link'}`}
                      onClick={() => void end(one.id)}
                    >
                      End
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}
