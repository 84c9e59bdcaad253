import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { bytes, count, fullTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem } from '../../ui/menu-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { filePath } from './file-text.ts'
import { m } from './messages/en.ts'
import type { StoredFile } from './types.ts'

export type FileDialog = 'menu' | 'rename' | 'expiry' | 'delete'

/** The service cuts at 255 bytes; a character has at least one. */
const MAX_NAME_CHARACTERS = 255
const DAY_MS = 86_400_000
const EXPIRIES = [
  { label: m.never, days: null },
  { label: m.inADay, days: 1 },
  { label: m.inAWeek, days: 7 },
  { label: m.in30Days, days: 30 },
] as const

interface FileDialogProps {
  file: StoredFile
  open: Signal<FileDialog | undefined>
  onChange: (file: StoredFile) => void
  onDelete: (file: StoredFile) => void
}

/** The facts of a file and what is seldom done with it. */
export function FileDialogs({ file, open, onChange, onDelete }: FileDialogProps) {
  const close = () => {
    open.value = undefined
  }
  const show = (dialog: FileDialog) => () => {
    open.value = dialog
  }
  switch (open.value) {
    case undefined:
      return null
    case 'menu':
      return (
        <Dialog title={file.filename} onClose={close}>
          <Facts file={file} />
          <div>
            <ul class="menu file-menu">
              <li>
                <a href={filePath(file)} download={file.filename}>
                  <Icon name="download" /> {m.download}
                </a>
              </li>
              <MenuItem icon="edit" onPress={show('rename')}>
                {m.rename}
              </MenuItem>
              <MenuItem icon="clock" onPress={show('expiry')}>
                {m.setExpiry}
              </MenuItem>
              <MenuItem icon="trash" isDanger onPress={show('delete')}>
                {m.delete}
              </MenuItem>
            </ul>
          </div>
        </Dialog>
      )
    case 'rename':
      return <Rename file={file} onClose={close} onChange={onChange} />
    case 'expiry':
      return <Expiry file={file} onClose={close} onChange={onChange} />
    case 'delete':
      return (
        <Confirm
          title={m.deleteThis}
          text={m.deleteText(file.filename)}
          action={m.delete}
          onConfirm={() => onDelete(file)}
          onClose={close}
        />
      )
  }
}

function Facts({ file }: { file: StoredFile }) {
  const { bytes: size, media_type, created_at, last_read_at, expires_at, sha256 } = file
  const facts = [
    [m.size, m.sizeAndBytes(bytes(size), count(size))],
    [m.type, media_type],
    [m.stored, fullTime(created_at)],
    [m.lastOpened, last_read_at === null ? m.never : fullTime(last_read_at)],
    [m.expires, expires_at === null ? m.never : fullTime(expires_at)],
  ] as const
  return (
    <dl class="file-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>SHA-256</dt>
        <dd class="mono">{sha256}</dd>
      </div>
    </dl>
  )
}

type ChangeProps = Pick<FileDialogProps, 'file' | 'onChange'> & { onClose: () => void }

function Rename({ file, onClose, onChange }: ChangeProps) {
  const input = useRef<HTMLInputElement>(null)
  const name = useSignal(file.filename)
  const id = useId()
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    // Without its extension, which mostly stays.
    const dot = file.filename.lastIndexOf('.')
    input.current?.setSelectionRange(0, dot > 0 ? dot : file.filename.length)
  }, [])
  const save = async () => {
    onChange(await change(file, { filename: name.value }))
    toast(m.renamed)
    onClose()
  }
  return (
    <Dialog title={m.rename} onClose={onClose}>
      <Form
        action={m.save}
        isUnchanged={name.value.trim() === '' || name.value === file.filename}
        onSubmit={save}
        onCancel={onClose}
      >
        <div class="field">
          <label for={id}>{m.name}</label>
          <input
            ref={input}
            id={id}
            class="input"
            dir="auto"
            autoComplete="off"
            maxLength={MAX_NAME_CHARACTERS}
            aria-describedby={`${id}-hint`}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
          <span class="hint" id={`${id}-hint`}>
            {m.linkChanges}
          </span>
        </div>
      </Form>
    </Dialog>
  )
}

function Expiry({ file, onClose, onChange }: ChangeProps) {
  const chosen = useSignal<number | null | undefined>(file.expires_at === null ? null : undefined)
  const save = async () => {
    const days = chosen.value
    if (days === undefined) return
    const expires_at = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
    const changed = await change(file, { expires_at })
    onChange(changed)
    toast(changed.expires_at === null ? m.fileStays : m.expiresAt(fullTime(changed.expires_at)))
    onClose()
  }
  return (
    <Dialog title={m.whenItExpires} onClose={onClose}>
      <Form
        action={m.save}
        isUnchanged={chosen.value === undefined}
        onSubmit={save}
        onCancel={onClose}
      >
        <fieldset class="plain-set field">
          <legend class="one-line">{file.filename}</legend>
          {EXPIRIES.map(({ label, days }) => (
            <label key={label} class="check">
              <input
                type="radio"
                name="expiry"
                checked={chosen.value === days}
                onChange={() => {
                  chosen.value = days
                }}
              />
              {label}
            </label>
          ))}
          <span class="hint">
            {file.expires_at !== null && `${m.setTo(fullTime(file.expires_at))} `}
            {m.deletedThen}
          </span>
        </fieldset>
      </Form>
    </Dialog>
  )
}

function change(
  { token }: StoredFile,
  body: { filename?: string; expires_at?: string | null },
): Promise<StoredFile> {
  return read(api.PATCH('/api/nas/files/{token}', { params: { path: { token } }, body }))
}
