import { useRef } from 'preact/hooks'
import { Icon } from '../../../ui/icon.tsx'
import { LIMIT_WORDS } from './limits.ts'

/** Opens the browser's choice of files. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class="button plain icon attach"
        aria-label="Attach files"
        aria-describedby="attach-limits"
        title={LIMIT_WORDS}
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
      </button>
      <span id="attach-limits" hidden>
        {LIMIT_WORDS}
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
