import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api, errorMessage, read, send } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckBox } from '../../ui/form.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MemberField } from '../../ui/member-field.tsx'
import { useResource } from '../../ui/resource.ts'
import { ShareLink } from '../../ui/share-link.tsx'
import { Failed, Loading } from '../../ui/state.tsx'
import { announce, attempt } from '../../ui/toast.tsx'
import './share-dialog.css'
import { m } from './parts/messages/en.ts'

const LIFETIMES = [
  { days: 1, label: m.lifetimes.day },
  { days: 7, label: m.lifetimes.week },
  { days: 30, label: m.lifetimes.month },
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
  const share = async (recipient: { member: string } | { expires_in_days: number }) => {
    error.value = ''
    try {
      const from = messageId === undefined ? {} : { message_id: messageId }
      const body = { ...recipient, ...from, attachments: hasFiles.value }
      const created = await read(
        api.POST('/api/conversations/{id}/shares', { params: { path }, body }),
      )
      if (created.link !== null) link.value = created.link
      else announce(m.sharedWith(created.member ?? m.anyoneWithLink))
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
    <Dialog title={m.share} onClose={onClose}>
      <p class="quiet small">{m.shareText}</p>
      {shares.state === 'loading' ? (
        <Loading label={m.loadingShares} />
      ) : shares.state === 'failed' ? (
        <Failed error={shares.error} retry={() => void list.reload()} />
      ) : (
        <div class="share-dialog">
          <form
            class="share-row"
            onSubmit={(event) => {
              event.preventDefault()
              const member = name.current?.value.trim() ?? ''
              if (member !== '') void share({ member })
            }}
          >
            <MemberField label={m.emailOrName} input={name} />
            <button type="submit" class="button primary">
              {m.share}
            </button>
          </form>
          <CheckBox
            isChecked={hasFiles.value}
            onChange={(isChecked) => {
              hasFiles.value = isChecked
            }}
          >
            <span>{m.filesToo}</span>
          </CheckBox>
          {shares.data.allows_links ? (
            <div class="share-row">
              <label class="field">
                <span>{m.linkGoodFor}</span>
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
                <Icon name="link" /> {m.makeLink}
              </button>
            </div>
          ) : (
            <p class="quiet small">{m.linksOff}</p>
          )}
          {error.value !== '' && (
            <p class="notice bad" role="alert">
              {error.value}
            </p>
          )}
          {link.value !== undefined && <ShareLink link={link.value} />}
          {shares.data.items.length > 0 && (
            <>
              <h3>{m.whoMayRead}</h3>
              <ul class="rows" aria-label={m.whoMayRead}>
                {shares.data.items.map((one) => (
                  <li key={one.id} class="row">
                    <Icon name={one.member === null ? 'link' : 'me'} />
                    <span class="grow">
                      <span dir="auto">{one.member ?? m.anyoneWithLink}</span>
                      <small title={fullTime(one.created_at)}>
                        {m.shared(relativeTime(one.created_at))}
                        {one.expires_at !== null && m.until(fullTime(one.expires_at))}
                        {one.attachments && m.withFiles}
                      </small>
                    </span>
                    <button
                      type="button"
                      class="button"
                      aria-label={m.endShareWith(one.member ?? m.anyoneWithLink)}
                      onClick={() => void end(one.id)}
                    >
                      {m.end}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
