import { DraftChips } from './attachments/draft-chips.tsx'
import type { DraftFile, DraftFiles } from './attachments/draft-files.ts'
import { isPicture } from './attachments/limits.ts'
import { AUTO, chosenModel, models } from './models.ts'
import { m } from './parts/messages/en.ts'

export interface DraftFileProps {
  files: DraftFiles
  isSending: boolean
  onRemoved: () => void
}

/** The files of a draft, with what is to be known of them. */
export function DraftFileList({ files, isSending, onRemoved }: DraftFileProps) {
  return (
    <>
      <DraftChips files={files} isSending={isSending} onRemoved={onRemoved} />
      <FileNotice files={files} isSending={isSending} />
    </>
  )
}

/** What is to be known of the files of a draft before they are sent, and while they are read. */
function FileNotice({ files, isSending }: { files: DraftFiles; isSending: boolean }) {
  const all = files.list.value
  const isBad = all.some(({ state }) => ['failed', 'refused'].includes(state.value.kind))
  const text = isSending
    ? [m.beingRead]
    : [pictureWarning(all), isBad ? m.removeRefused : undefined]
  return (
    <>
      <p class="limits">{files.limits.text}</p>
      <p class="limits" role="status">
        {text.filter(Boolean).join(' ')}
      </p>
    </>
  )
}

/** Says before pictures are sent that the chosen model is not known to read them. */
function pictureWarning(files: readonly DraftFile[]): string | undefined {
  if (!files.some(isPicture)) return undefined
  const model = models.value?.find(({ id }) => id === chosenModel.value)
  if (model === undefined || model.capabilities.includes('vision')) return undefined
  return model.id === AUTO ? m.noVision : m.noVisionOf(model.display_name)
}
