/**
 * Makes names equal that look alike: case, compatible forms of letters and the amount of white
 * space. The folded columns hold its results, so a change of it needs a migration.
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
