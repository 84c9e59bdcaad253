import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder of a package at the beginning of a file's path; the last, where packages are nested. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * The copyright notices of packages, which a program that contains them must keep.
 *
 * @param files Paths of the files that the program was made of
 * @param root Folder that the paths start from
 * @returns A comment, with each different licence once
 */
export async function packageNotices(files: readonly string[], root: string): Promise<string> {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))
  /** Names of packages by the text of their licence. */
  const licences = new Map<string, string[]>()
  for (const folder of [...folders].sort()) {
    const path = join(root, folder)
    const licence = await licenceOf(path)
    const { name } = await Bun.file(join(path, 'package.json')).json()
    licences.set(licence, [...(licences.get(licence) ?? []), String(name)])
  }
  const notices = [...licences].map(([licence, names]) => `${names.join(', ')}\n\n${licence}`)
  return `/*\nThis program contains:\n\n${notices.join('\n\n').replaceAll('*/', '* /')}\n*/\n`
}

/** @throws {Error} for a package without a licence, which may not be handed out */
async function licenceOf(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => /^licen[cs]e(?:\.\w+)?$/i.test(file))
  if (name === undefined) throw new Error(`Cannot hand ${folder} out: it has no licence`)
  return (await Bun.file(join(folder, name)).text()).trim()
}
