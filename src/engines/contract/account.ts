/** One login of the owner's with a provider, or the single server of an engine. */
export interface Account {
  id: string
}

/**
 * What a probe does. A `status` check finds that the server or the tool is there and has a login.
 * Only an `answer` of a model proves that the login is valid and that quota is left.
 */
export type ProbeKind = 'status' | 'answer'
