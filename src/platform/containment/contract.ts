/** What keeps every process that a tool starts within reach until the tool has ended. */
export interface Containment {
  readonly kind: 'pid-namespace' | 'control-group'
  /** @throws When nothing more can be made of it */
  open(): ContainedRun
}

/** The containment of one process and all that descend from it. */
export interface ContainedRun {
  /** The command that runs another one in it. */
  wrap(command: readonly string[]): readonly string[]
  /**
   * Ids of the live processes of the group without those of the containment itself, to which a signal
   * would kill the tool without asking it; undefined where all are the tool's.
   *
   * @param group Id of the process that was started, and of its group
   */
  toolProcesses(group: number): readonly number[] | undefined
  /** Ids of live processes in it, as far as they are not found by their group. */
  processes(): readonly number[]
  /** Kills what is left in it. */
  close(): Promise<void>
}
