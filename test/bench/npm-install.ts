/**
 * Installs packages that a measure compares with or asks, in a folder outside the repository.
 *
 * @param packages Each with its version
 * @throws when npm cannot
 */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const command = ['npm', 'install', '--prefix', folder]
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  const npm = Bun.spawn([...command, ...options, ...packages], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await new Response(npm.stderr).text()
  if ((await npm.exited) !== 0) throw new Error(`npm cannot install it: ${said.slice(-300).trim()}`)
}
