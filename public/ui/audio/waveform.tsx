import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { readPeaks } from './peaks.ts'

const PARTS = 240
/** Of one bar and the gap beside it, in CSS pixels. */
const BAR_PX = 4
const MIN_BAR_PX = 2

interface WaveformProps {
  /** The recording, or its address. */
  source: string | Blob
  /** The part that has been played, 0 to 1. */
  played: Signal<number>
}

/** The shape of a recording, with what has been played in the accent colour. */
export function Waveform({ source, played }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const abort = new AbortController()
    let peaks: Float32Array | undefined
    const redraw = () => draw(element, peaks, played.peek())
    void readPeaks(source, PARTS, abort.signal).then((read) => {
      peaks = read
      if (!abort.signal.aborted) redraw()
    })
    const size = new ResizeObserver(redraw)
    size.observe(element)
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw, { signal: abort.signal })
    const stop = played.subscribe(redraw)
    return () => {
      abort.abort()
      size.disconnect()
      theme.disconnect()
      stop()
    }
  }, [source])
  return (
    <span class="waveform" aria-hidden="true">
      <canvas ref={canvas} />
    </span>
  )
}

/** Before the peaks are known, and without them, the line is flat. */
function draw(canvas: HTMLCanvasElement, peaks: Float32Array | undefined, played: number): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const context = canvas.getContext('2d')
  if (context === null || width === 0) return
  const scale = window.devicePixelRatio
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  context.scale(scale, scale)
  const style = getComputedStyle(canvas)
  const [rest, accent] = [style.color, style.getPropertyValue('--accent')]
  const bars = Math.max(1, Math.floor(width / BAR_PX))
  for (let bar = 0; bar < bars; bar += 1) {
    const tall = Math.max(MIN_BAR_PX, peakOf(peaks, bar, bars) * (height - 2))
    context.fillStyle = (bar + 0.5) / bars <= played ? accent : rest
    context.fillRect(bar * BAR_PX, (height - tall) / 2, BAR_PX - 2, tall)
  }
}

/** The loudest of the parts that a bar stands for. */
function peakOf(peaks: Float32Array | undefined, bar: number, bars: number): number {
  if (peaks === undefined) return 0
  const start = Math.floor((bar * peaks.length) / bars)
  const end = Math.max(start + 1, Math.floor(((bar + 1) * peaks.length) / bars))
  return peaks.subarray(start, end).reduce((high, one) => Math.max(high, one), 0)
}
