import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { assistants, loadAssistants, loadPrompts, prompts } from '../assistants/calls.ts'
import { Picture } from '../assistants/picture.tsx'
import { variablesOf } from '../assistants/prompt-variables.ts'
import type { Assistant, SavedPrompt } from '../assistants/types.ts'
import { PromptForm } from './prompt-form.tsx'
import './slash-menu.css'
import { m } from './parts/messages/en.ts'

/** As many are shown; more letters find the others. */
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
  /** Gets the text of a prompt with its variables filled in. */
  onPrompt: (text: string) => void
  onClose: () => void
}

type Choice = { kind: 'assistant'; item: Assistant } | { kind: 'prompt'; item: SavedPrompt }

/** The assistants and saved prompts that a `/` at the beginning of a message finds. */
export function SlashMenu({ text, area, keys, onAssistant, onPrompt, onClose }: SlashMenuProps) {
  const at = useSignal(0)
  const asking = useSignal<SavedPrompt | undefined>(undefined)
  useEffect(() => {
    void loadAssistants().catch(() => undefined)
    void loadPrompts().catch(() => undefined)
  }, [])
  const found = foundBy(text.slice(1).toLowerCase())
  const index = Math.min(at.value, Math.max(0, found.length - 1))
  const choose = ({ kind, item }: Choice) => {
    if (kind === 'assistant') onAssistant(item.id)
    else if (variablesOf(item.text).length === 0) onPrompt(item.text)
    else asking.value = item
  }
  keys.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = found[index]
    if (event.key === 'Escape') onClose()
    else if (step !== undefined && found.length > 0)
      at.value = (index + step + found.length) % found.length
    else if ((event.key === 'Enter' || event.key === 'Tab') && one !== undefined) choose(one)
    else return false
    event.preventDefault()
    return true
  }
  // The text field says which is chosen, as it keeps the focus.
  const active = found[index] === undefined ? undefined : `slash-${found[index].item.id}`
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
  if (asking.value !== undefined)
    return (
      <PromptForm
        prompt={asking.value}
        onFilled={onPrompt}
        onClose={() => {
          asking.value = undefined
        }}
      />
    )
  if (assistants.value === undefined || prompts.value === undefined) return null
  return (
    <div class="slash-menu">
      {found.length > 0 && (
        <div id="slash-menu" role="listbox" aria-label={m.assistantsAndPrompts}>
          {found.map((choice, place) => (
            // The keyboard is handled by the text field, which keeps the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={choice.item.id}
              id={`slash-${choice.item.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === index}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.kind === 'assistant' ? <Picture of={choice.item} /> : <Icon name="edit" />}
              <span class="one-line" dir="auto">
                {choice.item.name}
              </span>
              <small class="quiet">{choice.kind === 'assistant' ? m.assistant : m.prompt}</small>
            </div>
          ))}
        </div>
      )}
      <p class="quiet small">
        <span role="status">{found.length === 0 && `${m.nothingHasName} `}</span>
        <a href="/app/assistants">{m.assistantsAndPrompts}</a>
      </p>
    </div>
  )
}

function foundBy(words: string): Choice[] {
  const all: Choice[] = [
    ...(assistants.value?.items ?? []).map((item) => ({ kind: 'assistant' as const, item })),
    ...(prompts.value ?? []).map((item) => ({ kind: 'prompt' as const, item })),
  ]
  return all.filter(({ item }) => item.name.toLowerCase().includes(words)).slice(0, MAX_SHOWN)
}
