import { useEffect, useId } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatter, LOCALE } from '../../ui/locale.ts'
import { toast } from '../../ui/toast.tsx'
import { reading } from '../chat/voice/reading.ts'
import { m } from './messages/en.ts'
import { MAX_SPEED, MIN_SPEED, target, want } from './target.ts'
import type { Voices } from './types.ts'
import { type NamedVoice, sampleOf, voiceGroups } from './voice-names.ts'

const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const speedText = formatter<number>(() => new Intl.NumberFormat(LOCALE, twoDigits))
const SPEED_STEP = 0.05
/** Between the engine and its voice in the value of an option. */
const SEPARATOR = '\n'

/** How the text is spoken. */
export function VoiceFields({ voices: { engines, formats } }: { voices: Voices }) {
  const id = useId()
  const { engine, voice, speed, format } = target.value
  const groups = voiceGroups(engines)
  const chosen = groups
    .flatMap((group) => group.voices)
    .find((one) => one.engine === engine && one.voice === voice)
  return (
    <div class="media-options speak-options">
      <div class="field">
        <label for={`${id}-voice`}>{m.voice}</label>
        <div class="voice-choice">
          <select
            id={`${id}-voice`}
            class="input"
            value={engine === '' ? '' : engine + SEPARATOR + voice}
            onChange={({ currentTarget }) => {
              const [its = '', named = ''] = currentTarget.value.split(SEPARATOR)
              want({ engine: its, voice: named })
            }}
          >
            <option value="">{m.automatic}</option>
            {groups.map(({ title, voices }) => (
              <optgroup key={title} label={title}>
                {voices.map((one) => (
                  <option key={one.engine + one.voice} value={one.engine + SEPARATOR + one.voice}>
                    {one.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          {chosen !== undefined && <SampleButton voice={chosen} />}
        </div>
      </div>
      <div class="field">
        <label for={`${id}-speed`}>
          {m.speed} <output class="quiet number">{speedText(speed)}×</output>
        </label>
        <input
          id={`${id}-speed`}
          class="speed"
          type="range"
          min={MIN_SPEED}
          max={MAX_SPEED}
          step={SPEED_STEP}
          value={speed}
          aria-valuetext={m.times(speedText(speed))}
          onInput={({ currentTarget }) => want({ speed: Number(currentTarget.value) })}
        />
      </div>
      {formats.length > 1 && (
        <div class="field">
          <label for={`${id}-format`}>{m.format}</label>
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

const SAMPLE = 'voice sample'
const player = () => import('../chat/voice/read-aloud.ts')

/** Speaks a sentence with the chosen voice, which makes no clip. */
function SampleButton({ voice: { engine, voice, language } }: { voice: NamedVoice }) {
  const now = reading.value
  const isSounding = now?.id === SAMPLE
  useEffect(() => () => void (reading.peek()?.id === SAMPLE && stop()), [engine, voice])
  const toggle = async () => {
    if (isSounding) return stop()
    try {
      const by = voice === '' ? { model: engine } : { model: engine, voice }
      await (await player()).readAloud(SAMPLE, sampleOf(language), by)
    } catch (error) {
      toast(m.noSample(errorMessage(error)))
    }
  }
  return (
    <button
      type="button"
      class="button"
      aria-label={isSounding ? m.stopSample : m.hearSample}
      aria-busy={isSounding && now.state === 'coming'}
      onClick={() => void toggle()}
    >
      <Icon name={isSounding ? 'stop' : 'play'} /> {isSounding ? m.stop : m.sample}
    </button>
  )
}

async function stop(): Promise<void> {
  ;(await player()).stopReading()
}
