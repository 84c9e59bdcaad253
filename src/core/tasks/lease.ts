/** A place among the admitted; disposing it twice is harmless. */
export interface Lease extends Disposable {
  readonly owner: string
}
