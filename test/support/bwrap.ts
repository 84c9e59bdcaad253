/** Path of bubblewrap, where it is installed and allowed to make a sandbox. */
export function usableBwrap(): string | undefined {
  const bwrap = Bun.which('bwrap')
  if (bwrap === null) return undefined
  const { success } = Bun.spawnSync([bwrap, '--unshare-all', '--ro-bind', '/', '/', 'true'])
  return success ? bwrap : undefined
}
