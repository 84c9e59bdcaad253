/** What went wrong, in words for whoever typed the command; the process ends with 1. */
export class ClientFailure extends Error {
  override readonly name: string = 'ClientFailure'
}

/** A command that cannot be understood; the process ends with 2. */
export class UsageFailure extends ClientFailure {
  override readonly name = 'UsageFailure'
}

/** The service does not know the credential, or no longer. */
export class SignedOut extends ClientFailure {
  override readonly name = 'SignedOut'
}

/** The service cannot be reached, or cannot answer at present: asking again may help. */
export class TemporaryFailure extends ClientFailure {
  override readonly name = 'TryAgain'
  /** Where the service has named it. */
  readonly afterSeconds: number

  constructor(message: string, options: ErrorOptions & { afterSeconds?: number } = {}) {
    super(message, options)
    this.afterSeconds = options.afterSeconds ?? 0
  }
}

/** The person pressed Ctrl-C; the process ends with 130, as shells expect. */
export class Interrupted extends ClientFailure {
  override readonly name = 'Interrupted'
}
