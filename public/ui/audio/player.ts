import { computed, signal } from '@preact/signals'

/** The one that makes a sound: starting another one pauses it. */
let sounding: HTMLAudioElement | undefined

/** A recording that is played: its times in seconds, and what a person does with it. */
export class Player {
  readonly element = new Audio()
  readonly isPlaying = signal(false)
  readonly time = signal(0)
  /** Undefined until the browser knows it. */
  readonly seconds = signal<number | undefined>(undefined)
  /** The part that has been played, 0 to 1. */
  readonly played = computed(() => {
    const { value: seconds } = this.seconds
    return seconds === undefined || seconds === 0 ? 0 : Math.min(1, this.time.value / seconds)
  })
  /** Whether the browser cannot play it. */
  readonly isFaulty = signal(false)
  readonly source: string | Blob
  /** Of a recording of this device; freed with the player. */
  readonly #address: string | undefined

  /**
   * @param source It, or its address; only its head is loaded until it is played
   * @param seconds Its duration where that is known; a browser may not know that of a stream
   */
  constructor(source: string | Blob, seconds?: number) {
    const { element } = this
    this.source = source
    this.seconds.value = seconds
    element.preload = 'metadata'
    const follow = () => {
      this.time.value = element.currentTime
    }
    const listeners: Readonly<Record<string, () => void>> = {
      timeupdate: follow,
      seeked: follow,
      play: () => {
        this.isPlaying.value = true
      },
      pause: () => {
        this.isPlaying.value = false
      },
      error: () => {
        this.isFaulty.value = true
      },
      durationchange: () => {
        if (Number.isFinite(element.duration)) this.seconds.value = element.duration
      },
    }
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener)
    this.#address = source instanceof Blob ? URL.createObjectURL(source) : undefined
    element.src = this.#address ?? String(source)
  }

  /** Plays it from where it stands. A browser may refuse that before anything was clicked. */
  async play(): Promise<void> {
    if (sounding !== this.element) sounding?.pause()
    sounding = this.element
    try {
      await this.element.play()
    } catch {
      this.isPlaying.value = false
    }
  }

  pause(): void {
    this.element.pause()
  }

  toggle(): void {
    if (this.element.paused) void this.play()
    else this.pause()
  }

  seek(seconds: number): void {
    const end = this.seconds.peek() ?? seconds
    this.element.currentTime = Math.max(0, Math.min(seconds, end))
    this.time.value = this.element.currentTime
  }

  /** Frees what the browser holds of it. */
  close(): void {
    this.element.pause()
    this.element.removeAttribute('src')
    this.element.load()
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
    if (sounding === this.element) sounding = undefined
  }
}
