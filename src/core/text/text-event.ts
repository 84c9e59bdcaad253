import type { EngineEvent } from '../../engines/contract/text.ts'
import type { AttachmentReport } from '../attachments/attachment.ts'

/**
 * What a text task emits: what was read of the attachments, where there are any, then the engine that
 * answers, then its events.
 */
export type TextEvent =
  | EngineEvent
  | { type: 'attachments'; attachments: readonly AttachmentReport[] }
  | { type: 'engine'; engine: string; model: string }
