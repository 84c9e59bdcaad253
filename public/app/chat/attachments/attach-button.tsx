import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart, useLazy } from '../../../ui/use-lazy.ts'
import type { StoredFile } from '../../files/types.ts'
import { m } from '../messages/en.ts'
import type { DraftFiles } from './draft-files.ts'

const menu = lazyPart(() => import('./attach-menu.tsx'))

interface AttachButtonProps {
  /** Whether there is room for words beside the picture. */
  isNamed?: boolean
  files: DraftFiles
  onFiles: (files: readonly File[]) => void
  onStored: (files: readonly StoredFile[]) => void
}

/** Opens the choice of files: of this device, or those that are stored. */
export function AttachButton({ isNamed = false, files, onFiles, onStored }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const anchor = useSignal<Element | undefined>(undefined)
  const close = () => {
    anchor.value = undefined
  }
  const part = useLazy(menu, anchor.value !== undefined, close)
  const limits = files.limits.text
  return (
    <>
      <button
        type="button"
        class={isNamed ? 'button' : 'button plain icon'}
        aria-label={m.attachFiles}
        aria-describedby="attach-limits"
        aria-haspopup="dialog"
        title={limits}
        onClick={({ currentTarget }) => {
          anchor.value = currentTarget
        }}
      >
        <Icon name="clip" />
        {isNamed && m.attachFiles}
      </button>
      <span id="attach-limits" hidden>
        {limits}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={m.files}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
      {anchor.value !== undefined && part !== undefined && (
        <part.AttachMenu
          anchor={anchor.value}
          files={files}
          onDevice={() => input.current?.click()}
          onStored={onStored}
          onClose={close}
        />
      )}
    </>
  )
}
