import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuDialog, MenuItem } from '../../../ui/menu-dialog.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Failed, Loading } from '../../../ui/state.tsx'
import { attempt } from '../../../ui/toast.tsx'
import { loadFiles } from '../../files/file-list-state.ts'
import { fileIcon, fileText } from '../../files/file-text.ts'
import type { StoredFile } from '../../files/types.ts'
import type { DraftFiles } from './draft-files.ts'
import { rejectionOf } from './rejections.ts'
import './attach-menu.css'
import { m } from '../parts/messages/en.ts'

const SEARCH_PAUSE_MS = 200

interface AttachMenuProps {
  /** What opened it. */
  anchor: Element
  files: DraftFiles
  onDevice: () => void
  onStored: (files: readonly StoredFile[]) => void
  onClose: () => void
}

/** Where files are attached from. */
export function AttachMenu({ anchor, files, onDevice, onStored, onClose }: AttachMenuProps) {
  const isChoosing = useSignal(false)
  if (isChoosing.value)
    return <FilePicker anchor={anchor} files={files} onChoose={onStored} onClose={onClose} />
  return (
    <MenuDialog
      title={m.attach}
      anchor={anchor}
      onClose={onClose}
      below={<p class="quiet small attach-limits">{files.limits.text}</p>}
    >
      <MenuItem
        icon="upload"
        onPress={() => {
          onClose()
          onDevice()
        }}
      >
        {m.fromDevice}
      </MenuItem>
      <MenuItem
        icon="files"
        onPress={() => {
          isChoosing.value = true
        }}
      >
        {m.fromFiles}
      </MenuItem>
    </MenuDialog>
  )
}

interface FilePickerProps extends Pick<AttachMenuProps, 'anchor' | 'files' | 'onClose'> {
  onChoose: (files: readonly StoredFile[]) => void
}

/** The stored files, the newest first; the arrow keys go from the search to them. */
function FilePicker({ anchor, files, onChoose, onClose }: FilePickerProps) {
  const query = useSignal('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const chosen = useSignal<readonly StoredFile[]>([])
  const list = useResource(async (signal) => {
    const asked = query.peek().trim()
    return { ...(await loadFiles(asked, null, signal)), asked }
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const page = list.value.value
  const more = () =>
    attempt(async () => {
      if (page.state !== 'ready') return
      const { asked, nextCursor } = page.data
      const next = await loadFiles(asked, nextCursor)
      // Another search, or the same page of a second press, may have come first.
      list.change((now) =>
        now.asked === asked && now.nextCursor === nextCursor
          ? { ...next, asked, items: [...now.items, ...next.items] }
          : now,
      )
    })
  const sizes = [
    ...files.list.value.map(({ size }) => size),
    ...chosen.value.map((one) => one.bytes),
  ]
  const toggle = (file: StoredFile, isChosen: boolean) => {
    const others = chosen.value.filter(({ token }) => token !== file.token)
    chosen.value = isChosen ? [...others, file] : others
  }
  const attach = () => {
    if (chosen.value.length === 0) return
    onClose()
    onChoose(chosen.value)
  }
  return (
    <Dialog title={m.fromFiles} anchor={anchor} onClose={onClose}>
      {/* No form of its own, as it stands inside of that of the message. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it */}
      <div
        class="file-picker"
        onKeyDown={(event) => {
          // A word that is being composed, as in Japanese, has its own Enter and arrows.
          if (event.isComposing) return
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
            event.preventDefault()
            attach()
          } else moveFocus(event)
        }}
      >
        <input
          class="input"
          type="search"
          aria-label={m.searchFiles}
          placeholder={m.search}
          maxLength={500}
          value={query.value}
          onInput={({ currentTarget: { value } }) => {
            query.value = value
            clearTimeout(timer.current)
            timer.current = setTimeout(() => void list.reload(), SEARCH_PAUSE_MS)
          }}
        />
        <div class="picked-from">
          {page.state === 'loading' ? (
            <Loading label={m.loadingFiles} />
          ) : page.state === 'failed' ? (
            <Failed error={page.error} retry={() => void list.reload()} />
          ) : page.data.items.length === 0 ? (
            <p class="quiet small" role="status">
              {query.value.trim() === '' ? m.storeFirst : m.noneFound}
            </p>
          ) : (
            <ul>
              {page.data.items.map((file) => {
                const isChosen = chosen.value.some(({ token }) => token === file.token)
                const rejection = files.has(file.token)
                  ? m.attachedAlready
                  : isChosen
                    ? undefined
                    : rejectionOf(files.limits, asFile(file), sizes)
                return (
                  <li key={file.token}>
                    <PickedFile
                      file={file}
                      isChosen={isChosen}
                      rejection={rejection}
                      onToggle={(next) => toggle(file, next)}
                    />
                  </li>
                )
              })}
            </ul>
          )}
          {page.state === 'ready' && page.data.nextCursor !== null && (
            <button type="button" class="button plain" onClick={() => void more()}>
              {m.showMore}
            </button>
          )}
        </div>
        <button
          type="button"
          class="button primary"
          disabled={chosen.value.length === 0}
          onClick={attach}
        >
          {chosen.value.length === 0 ? m.attach : m.attachCount(chosen.value.length)}
        </button>
      </div>
    </Dialog>
  )
}

interface PickedFileProps {
  file: StoredFile
  isChosen: boolean
  /** Why it cannot be attached. */
  rejection: string | undefined
  onToggle: (isChosen: boolean) => void
}

function PickedFile({ file, isChosen, rejection, onToggle }: PickedFileProps) {
  return (
    <label class="picked-file">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={rejection !== undefined}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
      <Icon name={fileIcon(file)} />
      <span class="grow">
        <span class="one-line" dir="auto" title={file.filename}>
          {file.filename}
        </span>
        <small class="quiet">{rejection ?? fileText(file)}</small>
      </span>
    </label>
  )
}

function asFile({ filename: name, media_type: type, bytes: size }: StoredFile) {
  return { name, type, size }
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input:enabled')]
  const index = stops.findIndex((one) => one.isSameNode(document.activeElement))
  stops[(index + step + stops.length) % stops.length]?.focus()
}
