import { useRef } from 'preact/hooks'
import { Icon } from '../../../ui/icon.tsx'

/** Opens the browser's choice of files. */
export function AttachButton({
  limits,
  isNamed = false,
  onFiles,
}: {
  /** Whether there is room for words beside the picture. */
  isNamed?: boolean
  /** In words. */
  limits: string
  onFiles: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class={isNamed ? 'button' : 'button plain icon'}
        aria-label="Attach files"
        aria-describedby="attach-limits"
        title={limits}
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
        {isNamed && 'Attach files'}
      </button>
      <span id="attach-limits" hidden>
        {limits}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
