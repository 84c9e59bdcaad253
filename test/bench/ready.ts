/**
 * Tells the bench where a server listens, and ends this process when the bench does: it holds the
 * other end of stdin.
 */
export function ready(said: { url: string; keys?: readonly string[] }): void {
  console.log(JSON.stringify(said))
  // Orderly, so that `bun --cpu-prof` writes its profile.
  process.on('SIGTERM', () => process.exit(0))
  process.stdin.on('end', () => process.exit(0)).resume()
}
