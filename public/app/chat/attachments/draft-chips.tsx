import { bytes } from '../../../ui/format.ts'
import { Icon, IconButton } from '../../../ui/icon.tsx'
import { m } from '../parts/messages/en.ts'
import type { DraftFile, DraftFiles } from './draft-files.ts'

/** The files of a draft, above its text. */
export function DraftChips({
  files,
  isSending,
  onRemoved,
}: {
  files: DraftFiles
  /** Whether they go with a message just now. */
  isSending: boolean
  onRemoved: () => void
}) {
  if (files.list.value.length === 0) return null
  return (
    <ul class="attachments" aria-label={m.attachedFiles}>
      {files.list.value.map((file) => (
        <DraftChip
          key={file.key}
          file={file}
          isSending={isSending}
          onRetry={() => files.retry(file)}
          onRemove={() => {
            files.remove(file)
            onRemoved()
          }}
        />
      ))}
    </ul>
  )
}

interface DraftChipProps {
  file: DraftFile
  isSending: boolean
  onRetry: () => void
  onRemove: () => void
}

function DraftChip({ file, isSending, onRetry, onRemove }: DraftChipProps) {
  const state = file.state.value
  const isBad = state.kind === 'failed' || state.kind === 'refused'
  return (
    <li class={isBad ? 'attachment bad' : 'attachment'}>
      {file.picture === undefined ? (
        <span class="attachment-picture">
          <Icon name="document" />
        </span>
      ) : (
        <img class="attachment-picture" src={file.picture} alt="" />
      )}
      <span class="attachment-text">
        <span class="one-line" dir="auto" title={file.name}>
          {file.name}
        </span>
        <span class="attachment-facts">{isBad ? state.text : bytes(file.size)}</span>
        {state.kind === 'sending' && (
          <progress
            aria-label={m.sending(file.name)}
            max={Math.max(1, file.size)}
            value={state.sent}
          />
        )}
      </span>
      {state.kind === 'failed' && state.file !== undefined && (
        <IconButton
          icon="again"
          label={m.sendAgainOne(file.name)}
          title={m.sendAgain}
          onPress={onRetry}
        />
      )}
      <IconButton
        icon="close"
        label={m.removeOne(file.name)}
        title={m.remove}
        isDisabled={isSending}
        onPress={onRemove}
      />
    </li>
  )
}
