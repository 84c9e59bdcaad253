/** A login of the owner's, or the one server behind an engine. */
export interface Account {
  id: string
}

/**
 * What a probe does: a `status` check finds that the server or the tool is there and has a login; that the
 * login is still good and that there is quota, only an `answer` of a model tells.
 */
export type ProbeKind = 'status' | 'answer'
