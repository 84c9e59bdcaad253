import { useSignal } from '@preact/signals'
import { IconButton } from './icon.tsx'
import { m } from './messages/en.ts'
import { toast } from './toast.tsx'

const SHOWN_MS = 2_000

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label = m.copy }: { text: () => string; label?: string }) {
  const isDone = useSignal(false)
  const copy = async () => {
    try {
      await copyText(text())
      isDone.value = true
      setTimeout(() => {
        isDone.value = false
      }, SHOWN_MS)
    } catch {
      toast(m.cannotCopy)
    }
  }
  return (
    <IconButton
      icon={isDone.value ? 'check' : 'copy'}
      label={isDone.value ? m.copied : label}
      title={label}
      onPress={() => void copy()}
    />
  )
}

/** The clipboard's own interface exists only on https and loopback. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'hidden-text'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('Not copied')
}
