import type { Engine } from '../../engines/contract/text.ts'

/** An engine and one of its models that could answer; whose turn it is, is decided when it is asked. */
export interface Candidate {
  engine: Engine
  model: string
}
