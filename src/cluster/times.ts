/** Interval at which a worker node announces itself. */
export const BEAT_MS = 2_000
/** How often a worker node looks whether its engines have changed, which it announces at once. */
export const CHANGE_CHECK_MS = 250
/** A node that was not heard of for so long is lost; with the pauses of the check, within six seconds. */
export const LOST_MS = 5_500
/** How long the start of an API node waits for a worker node to answer. See Limits. */
export const FIRST_NODE_MS = 3_000
/** Entries that the stream of announcements has, about. */
export const MAX_ANNOUNCEMENTS = 256
/** How an API node says that it lives. */
export const API_NODE_BEAT_MS = 1_000
export const API_NODE_KEPT_MS = 4_000

/** Of BullMQ. A call is never made a second time: a stalled one fails. */
export const QUEUE_TIMES = {
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 0,
} as const
