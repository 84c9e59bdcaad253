/** From one network address. See Limits. */
export const START_LIMIT = { name: 'code-start', perMinute: 30 }
export const POLL_LIMIT = { name: 'code-poll', perMinute: 300 }
