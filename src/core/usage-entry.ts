/** One call of a model, whatever came of it. */
export interface ModelCallEntry {
  type: 'model_call'
  surface: string
  engine: string
  account: string
  model: string
  /** `succeeded`, `cancelled`, or the verdict of a failure. */
  outcome: string
  /** Milliseconds in the queue. */
  queueMs: number
  /** Milliseconds until the first text; undefined when no text came. */
  firstTextMs: number | undefined
  totalMs: number
  charactersIn: number
  charactersOut: number
}

/** Credits for work that is done, or a record of work that failed. */
export interface CreditEntry {
  type: 'credit'
  surface: string
  /** Key of the price list; empty for work without a price. */
  action: string
  /** How many of the action's unit; 0 records work that is not charged. */
  units: number
  /** `succeeded`, or the code of the failure. */
  outcome: string
}

/** What a run has used, as data: written in one transaction with its end, wherever it ran. */
export type UsageEntry = ModelCallEntry | CreditEntry
