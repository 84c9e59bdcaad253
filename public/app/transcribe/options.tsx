import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { languages } from './languages.ts'
import { m } from './messages/en.ts'

/** How recordings are transcribed; the same for all that are started on the page. */
export interface TranscribeOptions {
  /** A primary language subtag; empty where the engine finds out. */
  language: string
  /** An engine or model; empty for the first that can. */
  engine: string
}

interface OptionsProps {
  value: Signal<TranscribeOptions>
  engines: readonly string[]
}

/** Chooses the language and, where there are several, the transcription engine. */
export function Options({ value, engines }: OptionsProps) {
  const id = useId()
  const { language, engine } = value.value
  return (
    <div class="media-options">
      <div class="field">
        <label for={`${id}-language`}>{m.spokenLanguage}</label>
        <select
          id={`${id}-language`}
          class="input"
          value={language}
          onChange={({ currentTarget }) => {
            value.value = { ...value.peek(), language: currentTarget.value }
          }}
        >
          <option value="">{m.detect}</option>
          {languages().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {engines.length > 1 && (
        <div class="field">
          <label for={`${id}-engine`}>{m.engine}</label>
          <select
            id={`${id}-engine`}
            class="input"
            value={engine}
            onChange={({ currentTarget }) => {
              value.value = { ...value.peek(), engine: currentTarget.value }
            }}
          >
            <option value="">{m.automatic}</option>
            {engines.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}
