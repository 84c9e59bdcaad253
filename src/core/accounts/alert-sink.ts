/** News of an account for the owner: one for each change of state, not one for each failure. */
export interface AccountAlert {
  kind: 'account_failed' | 'account_signed_out' | 'account_back'
  /** `engine/account`, and the family of models where only that is concerned. */
  subject: string
  /** Holds no secret. */
  message: string
}

/** Where news for the owner goes. */
export interface AlertSink {
  raise(alert: AccountAlert): void
}
