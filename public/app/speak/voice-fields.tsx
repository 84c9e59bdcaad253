import { useId } from 'preact/hooks'
import { languageName } from '../transcribe/languages.ts'
import { MAX_SPEED, MIN_SPEED, target, want } from './target.ts'
import type { SpeechEngine, Voices } from './types.ts'

const SPEED_STEP = 0.05
/** Between the engine and its voice in the value of an option. */
const SEPARATOR = '\n'

/** How the text is spoken. */
export function VoiceFields({ voices: { engines, formats } }: { voices: Voices }) {
  const id = useId()
  const { engine, voice, speed, format } = target.value
  return (
    <div class="media-options speak-options">
      <div class="field">
        <label for={`${id}-voice`}>Voice</label>
        <select
          id={`${id}-voice`}
          class="input"
          value={engine === '' ? '' : engine + SEPARATOR + voice}
          onChange={({ currentTarget }) => {
            const [chosen = '', its = ''] = currentTarget.value.split(SEPARATOR)
            want({ engine: chosen, voice: its })
          }}
        >
          <option value="">Automatic, by the language</option>
          {engines.map((one) => (
            <VoiceGroup key={one.engine} of={one} />
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-speed`}>
          Speed <output class="quiet number">{speed.toFixed(2)}×</output>
        </label>
        <input
          id={`${id}-speed`}
          class="speed"
          type="range"
          min={MIN_SPEED}
          max={MAX_SPEED}
          step={SPEED_STEP}
          value={speed}
          aria-valuetext={`${speed.toFixed(2)} times`}
          onInput={({ currentTarget }) => want({ speed: Number(currentTarget.value) })}
        />
      </div>
      {formats.length > 1 && (
        <div class="field">
          <label for={`${id}-format`}>Format</label>
          <select
            id={`${id}-format`}
            class="input"
            value={format}
            onChange={({ currentTarget }) => want({ format: currentTarget.value })}
          >
            {formats.map((one, index) => (
              <option key={one} value={index === 0 ? '' : one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}

function VoiceGroup({ of: { engine, label, voices, languages } }: { of: SpeechEngine }) {
  if (voices.length === 0)
    return <option value={engine + SEPARATOR}>{withLanguages(label, languages ?? [])}</option>
  return (
    <optgroup label={label}>
      {voices.map(({ id, languages: spoken }) => (
        <option key={id} value={engine + SEPARATOR + id}>
          {withLanguages(id, spoken)}
        </option>
      ))}
    </optgroup>
  )
}

/** More languages than these say little in one line. */
const MAX_NAMED = 3

function withLanguages(name: string, languages: readonly string[]): string {
  if (languages.length === 0) return name
  if (languages.length > MAX_NAMED) return `${name} · ${languages.length} languages`
  return `${name} · ${languages.map(languageName).join(', ')}`
}
