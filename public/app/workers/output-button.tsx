import { useSignal } from '@preact/signals'
import { bytes } from '../../ui/format.ts'
import { FileDialog } from './file-dialog.tsx'
import { FileText } from './file-text.tsx'
import type { StepOutput } from './types.ts'

interface OutputButtonProps {
  output: StepOutput
  /** From 1. */
  number: number
}

/** Opens all that the tool of a step has said. */
export function OutputButton({ output: { url, bytes: size }, number }: OutputButtonProps) {
  const isOpen = useSignal(false)
  const name = `step-${number}.txt`
  return (
    <>
      <button
        type="button"
        class="button plain worker-output"
        aria-label={`Show the whole output of step ${number}, ${bytes(size)}`}
        onClick={() => {
          isOpen.value = true
        }}
      >
        Show the whole output
      </button>
      {isOpen.value && (
        <FileDialog
          {...{ name, url }}
          title={`Output of step ${number}`}
          onClose={() => {
            isOpen.value = false
          }}
        >
          <FileText {...{ name, url, size }} />
        </FileDialog>
      )}
    </>
  )
}
