import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { assistants, loadAssistants } from '../assistants/calls.ts'
import { Picture } from '../assistants/picture.tsx'
import './slash-menu.css'

/** As many are shown; more words find the others. */
const MAX_SHOWN = 8

/** What keys do while the menu is open. @returns Whether one was for the menu */
export type SlashKeys = (event: KeyboardEvent) => boolean

interface SlashMenuProps {
  /** What is typed, from the `/` on. */
  text: string
  area: HTMLTextAreaElement | null
  /** Gets what keys do. */
  keys: { current: SlashKeys | undefined }
  onAssistant: (id: string) => void
  onClose: () => void
}

/** The assistants that a `/` at the beginning of a message finds. */
export function SlashMenu({ text, area, keys, onAssistant, onClose }: SlashMenuProps) {
  const known = assistants.value
  const at = useSignal(0)
  useEffect(() => void loadAssistants().catch(() => undefined), [])
  const words = text.slice(1).toLowerCase()
  const found = (known?.items ?? [])
    .filter(({ name, slug }) => `${name}\n${slug}`.toLowerCase().includes(words))
    .slice(0, MAX_SHOWN)
  const index = Math.min(at.value, Math.max(0, found.length - 1))
  keys.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = found[index]
    if (event.key === 'Escape') onClose()
    else if (step !== undefined && found.length > 0)
      at.value = (index + step + found.length) % found.length
    else if ((event.key === 'Enter' || event.key === 'Tab') && one !== undefined)
      onAssistant(one.id)
    else return false
    event.preventDefault()
    return true
  }
  // The text field says which is chosen, as it keeps the focus.
  const active = found[index] === undefined ? undefined : `slash-${found[index].id}`
  useLayoutEffect(() => {
    if (area === null) return
    area.setAttribute('aria-controls', 'slash-menu')
    if (active === undefined) area.removeAttribute('aria-activedescendant')
    else area.setAttribute('aria-activedescendant', active)
  }, [active, area])
  useLayoutEffect(
    () => () => {
      keys.current = undefined
      area?.removeAttribute('aria-controls')
      area?.removeAttribute('aria-activedescendant')
    },
    [area],
  )
  if (known === undefined) return null
  return (
    <div class="slash-menu">
      {found.length > 0 && (
        <div id="slash-menu" role="listbox" aria-label="Assistants">
          {found.map((one, place) => (
            // The keyboard is handled by the text field, which keeps the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={one.id}
              id={`slash-${one.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === index}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onAssistant(one.id)}
            >
              <Picture of={one} />
              <span class="one-line" dir="auto">
                {one.name}
              </span>
              {one.house && <small class="quiet">for everyone</small>}
            </div>
          ))}
        </div>
      )}
      <p class="quiet small" role="status">
        {found.length === 0 &&
          (known.items.length === 0
            ? 'There is no assistant yet. '
            : 'No assistant has this name. ')}
        <a href="/app/assistants">Assistants</a>
      </p>
    </div>
  )
}
