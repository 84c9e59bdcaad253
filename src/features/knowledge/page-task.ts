import { Type } from '@sinclair/typebox'
import { requireCapability } from '../../core/caller.ts'
import { defineTask } from '../../core/tasks/define-task.ts'

/** The lane in which pages are drawn for their readers. */
export const PAGE_LANE = 'knowledge-pages'
/** At a time, of all readers and of one. */
export const PAGE_LANE_WIDTH = { all: 2, perOwner: 1 }
/** @limit knowledge-page-time seconds */
export const PAGE_MS = 30_000

const Input = Type.Object({ collection: Type.String(), passage: Type.Integer() })

/** Draws the page of a document on which a passage stands. */
export function pageTask(
  draw: (
    owner: string,
    collection: string,
    passage: number,
    signal: AbortSignal,
  ) => Promise<Uint8Array>,
) {
  return defineTask({
    kind: 'knowledge-page',
    idPrefix: 'knp_',
    lanes: [PAGE_LANE],
    laneDeadlineMs: { [PAGE_LANE]: PAGE_MS },
    admission: undefined,
    input: Input,
    result: Type.Object({ jpeg: Type.String({ description: 'Base64' }) }),
    countsFailures: false,
    authorize: (caller) => requireCapability(caller, 'media'),
    async run({ collection, passage }, { caller, signal }) {
      const picture = await draw(caller.owner, collection, passage, signal)
      return { jpeg: Buffer.from(picture).toString('base64') }
    },
  })
}
export type PageTask = ReturnType<typeof pageTask>
