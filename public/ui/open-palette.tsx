import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { m } from './messages/en.ts'
import type { Destination, Source } from './palette.tsx'
import { m as parts } from './parts/messages/en.ts'
import { navigate } from './router.ts'
import './open-palette.css'

const MAX_SHOWN = 12
/** Room that conversations have before anything is typed. */
const RECENT_SHOWN = 5

interface OpenPaletteProps {
  own: readonly Destination[]
  /** What stands in the input at first. */
  typed: string
  sources: readonly Source[]
  onClose: () => void
}

/** The palette while it is open. */
export function OpenPalette({ own, typed, sources, onClose: close }: OpenPaletteProps) {
  const query = useSignal(typed)
  const found = useSignal<readonly Destination[]>([])
  const chosen = useSignal(0)
  useEffect(() => {
    let isCurrent = true
    void Promise.all(sources.map((source) => source(query.value).catch(() => []))).then((lists) => {
      if (isCurrent) found.value = lists.flat()
    })
    return () => {
      isCurrent = false
    }
  }, [query.value])
  const text = query.value.trim().toLowerCase()
  const shown = ranked(own, found.value, text)
  const active = Math.min(chosen.value, shown.length - 1)
  const go = (destination: Destination | undefined) => {
    if (destination === undefined) return
    close()
    openDestination(destination.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      chosen.value = (active + step + shown.length) % Math.max(1, shown.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(shown[active])
    }
  }
  return (
    <Dialog title={parts.goTo} onClose={close}>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label={m.goToPage}
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls="palette-list"
        aria-activedescendant={active < 0 ? undefined : `palette-${active}`}
        placeholder={parts.typeLetters}
        autocomplete="off"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value
          chosen.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id="palette-list"
        role="listbox"
        aria-label={parts.pagesAndConversations}
        class="palette"
      >
        {shown.map((destination, index) => (
          // The keyboard is handled by the input, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={destination.href}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? showWhole : null}
            onClick={() => go(destination)}
          >
            <Icon name={destination.icon} />
            <span>{destination.label}</span>
            <small class="quiet">{destination.kind}</small>
          </div>
        ))}
      </div>
      <p class="quiet palette-empty" role="status">
        {shown.length === 0 && parts.nothingFound}
      </p>
    </Dialog>
  )
}

/** Labels that start with the letters first; before anything is typed, pages and a few others. */
function ranked(
  own: readonly Destination[],
  found: readonly Destination[],
  text: string,
): readonly Destination[] {
  const pages = own.filter(({ label }) => label.toLowerCase().includes(text))
  if (text === '')
    return [...pages.slice(0, MAX_SHOWN - RECENT_SHOWN), ...found].slice(0, MAX_SHOWN)
  const starts = ({ label }: Destination) => Number(label.toLowerCase().startsWith(text))
  return [...pages, ...found].toSorted((a, b) => starts(b) - starts(a)).slice(0, MAX_SHOWN)
}

function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** Another application is another document. */
function openDestination(href: string): void {
  const [, application] = window.location.pathname.split('/')
  if (href.split('/')[1] === application) navigate(href)
  else window.location.assign(href)
}
