import { useSignal } from '@preact/signals'
import { CopyButton } from '../../ui/copy.tsx'
import { fullTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { type FileDialog, FileDialogs } from './file-dialogs.tsx'
import { fileIcon, filePath, fileText } from './file-text.ts'
import { m } from './messages/en.ts'
import type { StoredFile } from './types.ts'

interface FileRowProps {
  file: StoredFile
  /** Undefined where nothing is selected. */
  isSelected: boolean | undefined
  onSelect: (isSelected: boolean) => void
  /** Called with what it is afterwards. */
  onChange: (file: StoredFile) => void
  onDelete: (file: StoredFile) => void
}

/** A stored file with its link, and what can be done with it. */
export function FileRow({ file, isSelected, onSelect, onChange, onDelete }: FileRowProps) {
  const open = useSignal<FileDialog | undefined>(undefined)
  const { filename: name, url, created_at } = file
  const label = (
    <span class="grow">
      <FileName file={file} isLink={isSelected === undefined} />
      <small title={fullTime(created_at)}>{fileText(file)}</small>
    </span>
  )
  if (isSelected !== undefined)
    return (
      <li class="file-item">
        <label class="row file">
          <input
            type="checkbox"
            class="file-check"
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
          {label}
        </label>
      </li>
    )
  return (
    <li class="row file file-item">
      <Icon name={fileIcon(file)} />
      {label}
      <span class="actions beside">
        <CopyButton text={() => url} label={m.copyLinkOf(name)} />
        <a
          class="button plain icon wide-only"
          href={filePath(file)}
          download={name}
          aria-label={m.downloadOne(name)}
          title={m.download}
        >
          <Icon name="download" />
        </a>
        <button
          type="button"
          class="button plain icon"
          aria-label={m.moreAbout(name)}
          aria-haspopup="dialog"
          title={m.more}
          onClick={() => {
            open.value = 'menu'
          }}
        >
          <Icon name="more" />
        </button>
      </span>
      {open.value !== undefined && (
        <FileDialogs file={file} open={open} onChange={onChange} onDelete={onDelete} />
      )}
    </li>
  )
}

function FileName({ file, isLink }: { file: StoredFile; isLink: boolean }) {
  const { filename: name } = file
  if (!isLink)
    return (
      <span class="one-line file-name" dir="auto" title={name}>
        {name}
      </span>
    )
  return (
    // In a tab of its own, because uploads end with this page.
    <a
      class="one-line file-name"
      href={filePath(file)}
      target="_blank"
      rel="noreferrer"
      dir="auto"
      title={name}
    >
      {name}
    </a>
  )
}
