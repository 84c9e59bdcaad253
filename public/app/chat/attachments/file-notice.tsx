import type { DraftFiles } from './draft-files.ts'
import { pictureWarning } from './picture-warning.ts'

/** What is to be known of the files of a draft before they are sent, and while they are read. */
export function FileNotice({ files, isSending }: { files: DraftFiles; isSending: boolean }) {
  const all = files.list.value
  const isBad = all.some(({ state }) => ['failed', 'refused'].includes(state.value.kind))
  const text = isSending
    ? ['The files are being read …']
    : [pictureWarning(all), isBad ? 'Remove what was not accepted to send the rest.' : undefined]
  return (
    <>
      <p class="limits">{files.limits.text}</p>
      <p class="limits" role="status">
        {text.filter(Boolean).join(' ')}
      </p>
    </>
  )
}
