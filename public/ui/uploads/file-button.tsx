import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon, type IconName } from '../icon.tsx'

interface FileButtonProps {
  icon?: IconName
  isPrimary?: boolean
  /** Types of files, as of the attribute of that name; by default any. */
  accept?: string
  /** Whether several are taken at once. */
  isMultiple?: boolean
  onFiles: (files: readonly File[]) => void
  children: ComponentChildren
}

/** Asks for files of the device. */
export function FileButton({
  icon = 'upload',
  isPrimary = false,
  accept,
  isMultiple = false,
  onFiles,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'button primary' : 'button'}
        onClick={() => input.current?.click()}
      >
        <Icon name={icon} /> {children}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
