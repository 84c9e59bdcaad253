import type { SpeechEngine } from '../engines/contract/speech.ts'
import type { TranscriptionEngine } from '../engines/contract/transcription.ts'
import type { Announcement, Cluster } from './contract.ts'
import { type MachineSlots, OWN_MACHINE } from './machine-slots.ts'
import type { MachinePart } from './media-machines.ts'
import { MergedRecogniser } from './merged-recogniser.ts'
import { MergedSpeech } from './merged-speech.ts'

interface MediaPoolOptions {
  cluster: Cluster
  slots: MachineSlots
}

interface Named {
  readonly id: string
}

/** Machines that have an engine; at least one. */
type Parts<part> = [MachinePart<part>, ...MachinePart<part>[]]

/** The speech engines and recognisers of all machines: each id once, those of this machine first. */
export class MediaPool {
  readonly #options: MediaPoolOptions
  /** By id; an engine that is found again is the same object. */
  readonly #speech = new Map<string, MergedSpeech>()
  readonly #recognisers = new Map<string, MergedRecogniser>()

  constructor(options: MediaPoolOptions) {
    this.#options = options
  }

  /** @param own Those of this machine, in order of preference */
  speech(own: readonly SpeechEngine[]): SpeechEngine[] {
    return this.#joined(own, ({ speech }) => speech).map((parts) => {
      const { id } = parts[0].part
      const known = this.#speech.get(id) ?? new MergedSpeech({ id, ...this.#options }, parts)
      this.#speech.set(id, known)
      known.update(parts)
      return known
    })
  }

  /** @param own Those of this machine, in order of preference */
  recognisers(own: readonly TranscriptionEngine[]): TranscriptionEngine[] {
    return this.#joined(own, ({ recognisers }) => recognisers).map((parts) => {
      const { id } = parts[0].part
      const known =
        this.#recognisers.get(id) ?? new MergedRecogniser({ id, ...this.#options }, parts)
      this.#recognisers.set(id, known)
      known.update(parts)
      return known
    })
  }

  #joined<mine extends Named, theirs extends Named>(
    own: readonly mine[],
    announced: (announcement: Announcement) => readonly theirs[],
  ): Parts<mine | theirs>[] {
    const parts = [
      ...own.map((part): MachinePart<mine | theirs> => ({ node: OWN_MACHINE, part })),
      ...this.#options.cluster.nodes
        .filter(({ state }) => state === 'online')
        .flatMap(({ announcement }) =>
          announced(announcement).map((part) => ({ node: announcement.name, part })),
        ),
    ]
    return [...Map.groupBy(parts, ({ part }) => part.id).values()].flatMap(
      ([first, ...others]): Parts<mine | theirs>[] =>
        first === undefined ? [] : [[first, ...others]],
    )
  }
}
