/** Runs a command to its end. */
export async function outputOf(
  command: readonly string[],
  options: { cwd?: string; env: Record<string, string | undefined> },
) {
  const child = Bun.spawn([...command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, code }
}
