/** From one network address. Spec: Limits, Rate limits. */
export const START_LIMIT = { name: 'code-start', perMinute: 30 }
export const POLL_LIMIT = { name: 'code-poll', perMinute: 300 }
