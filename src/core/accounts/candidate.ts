import type { Engine } from '../../engines/contract/text.ts'

/**
 * An engine and one of its models that could answer. The account is selected when the engine is
 * asked.
 */
export interface Candidate {
  engine: Engine
  model: string
}
