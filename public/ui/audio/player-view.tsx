import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { Icon } from '../icon.tsx'
import { clockTime, spokenTime } from './clock-time.ts'
import { Player } from './player.ts'
import { Waveform } from './waveform.tsx'
import './player-view.css'
import { m } from './messages/en.ts'

/** How far the arrow keys and the page keys go. */
const STEP_SECONDS = 5
const PAGE_SECONDS = 30

interface PlayerViewProps {
  player: Player
  /** What is played, for a screen reader. */
  name: string
  /** At the end, such as a download. */
  children?: ComponentChildren
}

/** A recording's button, waveform and times. */
export function PlayerView({ player, name, children }: PlayerViewProps) {
  const { isPlaying, time, seconds, isFaulty, played, source } = player
  if (isFaulty.value)
    return (
      <div class="player">
        <p class="quiet small">{m.cannotPlay}</p>
        {children}
      </div>
    )
  const end = seconds.value ?? 0
  return (
    <div class="player">
      <button
        type="button"
        class="send"
        aria-label={isPlaying.value ? m.pause(name) : m.play(name)}
        onClick={() => player.toggle()}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <div class="player-line">
        <Waveform source={source} played={played} />
        <input
          type="range"
          min={0}
          max={end}
          step="any"
          value={time.value}
          aria-label={m.position(name)}
          aria-valuetext={m.timeOf(spokenTime(time.value), spokenTime(end))}
          onInput={({ currentTarget }) => player.seek(Number(currentTarget.value))}
          onKeyDown={(event) => {
            const step = stepOf(event.key)
            if (step === undefined) return
            event.preventDefault()
            player.seek(time.peek() + step)
          }}
        />
      </div>
      <span class="number small quiet player-time">
        {clockTime(time.value)} / {clockTime(end)}
      </span>
      {children}
    </div>
  )
}

function stepOf(key: string): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return STEP_SECONDS
    case 'ArrowLeft':
    case 'ArrowDown':
      return -STEP_SECONDS
    case 'PageUp':
      return PAGE_SECONDS
    case 'PageDown':
      return -PAGE_SECONDS
    default:
      return undefined
  }
}

/** A player for as long as the component is shown. */
export function usePlayer(source: string, seconds?: number): Player {
  const player = useMemo(() => new Player(source, seconds), [source])
  useEffect(() => () => player.close(), [player])
  return player
}
