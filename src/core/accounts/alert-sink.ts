/** An alert about an account: one for each change of state, not one for each failure. */
export interface AccountAlert {
  kind: 'account_failed' | 'account_signed_out' | 'account_back'
  /** `engine/account`, followed by the family of models where only that one is concerned. */
  subject: string
  /** Contains no secrets. */
  message: string
}

/** Takes the alerts of accounts. */
export interface AlertSink {
  raise(alert: AccountAlert): void
}
