import type { EngineEvent } from '../../engines/contract/text.ts'

/** What a text task emits: first the engine that answers, then its events. */
export type TextEvent = EngineEvent | { type: 'engine'; engine: string; model: string }
