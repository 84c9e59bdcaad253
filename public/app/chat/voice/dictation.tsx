import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { canTranscribe } from '../models.ts'
import type { DictateProps } from './dictate-button.tsx'

/** Dictation, where there is something that writes it down; loaded when that is known. */
export function Dictation(props: DictateProps) {
  const loaded = useSignal<{ Button: ComponentType<DictateProps> } | undefined>(undefined)
  const isThere = canTranscribe.value
  useEffect(() => {
    if (!isThere || loaded.peek() !== undefined) return
    import('./dictate-button.tsx').then(
      ({ DictateButton }) => {
        loaded.value = { Button: DictateButton }
      },
      // Without a connection the composer goes without it.
      () => undefined,
    )
  }, [isThere])
  const part = loaded.value
  return isThere && part !== undefined ? <part.Button {...props} /> : null
}
