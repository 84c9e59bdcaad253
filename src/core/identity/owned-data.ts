/** What was deleted of one kind. */
interface DeletedData {
  /** How many conversations, jobs or files, for the audit. */
  count: number
  /** Called once the deletion is committed, for what is not in the database. */
  afterwards?: () => void | Promise<void>
}

/** Data of one kind that users have, and that is deleted with them. */
export interface OwnedData {
  /** In the audit: `conversations`. */
  kind: string
  /** Deletes the rows of an owner. Called in the transaction that deletes the user. */
  deleteOwned(owner: string): DeletedData
}
