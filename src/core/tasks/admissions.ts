import {
  Admission,
  type AdmissionLimits,
  type AdmissionState,
  type LeaseCaller,
} from './admission.ts'

/** The admission of every class of work. */
export class Admissions {
  readonly #classes = new Map<string, Admission>()
  #isClosed = false

  /** @param limits By class, such as `model` */
  constructor(limits: Readonly<Record<string, AdmissionLimits>>) {
    this.add(limits)
  }

  /** Adds classes, before the first request. */
  add(limits: Readonly<Record<string, AdmissionLimits>>): void {
    for (const [name, own] of Object.entries(limits)) this.#classes.set(name, new Admission(own))
  }

  of(name: string): Admission {
    const admission = this.#classes.get(name)
    if (admission === undefined) throw new Error(`There is no admission class ${name}`)
    return admission
  }

  /** Ends the wait of callers whose credential is no longer valid. */
  refuseWhere(matches: (caller: LeaseCaller) => boolean): void {
    for (const admission of this.#classes.values()) admission.refuseWhere(matches)
  }

  /** Refuses all requests from now on. */
  close(): void {
    this.#isClosed = true
    for (const admission of this.#classes.values()) admission.close()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Open requests of all classes. */
  get openRequests(): number {
    return [...this.#classes.values()].reduce((sum, { openRequests }) => sum + openRequests, 0)
  }

  state(): Record<string, AdmissionState> {
    return Object.fromEntries([...this.#classes].map(([name, one]) => [name, one.state()]))
  }
}
