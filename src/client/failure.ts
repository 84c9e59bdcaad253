/** An error with a message for the user; the process exits with 1. */
export class ClientFailure extends Error {
  override readonly name: string = 'ClientFailure'
}

/** An invalid command line; the process exits with 2. */
export class UsageFailure extends ClientFailure {
  override readonly name = 'UsageFailure'
}

/** The service does not accept the credential. */
export class SignedOut extends ClientFailure {
  override readonly name = 'SignedOut'
}

/** The service is unreachable or overloaded: a retry may help. */
export class TemporaryFailure extends ClientFailure {
  override readonly name = 'TryAgain'
  /** Seconds to wait, as reported by the service; else 0. */
  readonly afterSeconds: number

  constructor(message: string, options: ErrorOptions & { afterSeconds?: number } = {}) {
    super(message, options)
    this.afterSeconds = options.afterSeconds ?? 0
  }
}

/** The user pressed Ctrl-C; the process exits with 130, as shells expect. */
export class Interrupted extends ClientFailure {
  override readonly name = 'Interrupted'
}
