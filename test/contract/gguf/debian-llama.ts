import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadDebian, unpackDebian } from '../debian-packages.ts'
import { cacheFolder } from '../install.ts'
import { Skipped } from '../run-cases.ts'

const SUITE = 'sid'
const PACKAGE = 'llama.cpp'
const LIBRARIES = 'usr/lib/x86_64-linux-gnu'
/** For any processor of 64 bits: the others are chosen by a path that is not there. */
const BACKEND = `${LIBRARIES}/ggml/backends0/libggml-cpu-x64.so`
const PROGRAM = 'usr/bin/llama-server'
/** Type of the program header that names the loader. https://man7.org/linux/man-pages/man5/elf.5.html */
const PT_INTERP = 3

/**
 * `llama-server` of Debian's unstable suite, with its libraries; made once and kept for the next run.
 * Nothing is installed, and it does not take root.
 *
 * @returns The folder of the program, for a PATH
 * @throws {Skipped} where it cannot be made
 */
export async function debianLlama(): Promise<string> {
  if (process.arch !== 'x64') throw new Skipped('it wants a processor of the kind x64')
  const folder = join(cacheFolder(), `llama-cpp-${SUITE}`)
  const bin = join(folder, 'bin')
  if (await Bun.file(join(bin, 'llama-server')).exists()) return bin
  await mkdir(cacheFolder(), { recursive: true })
  // Renamed when complete, so that a partial installation is never used.
  const fresh = await mkdtemp(`${folder}-`)
  try {
    const install = ['--yes', '--no-install-recommends', '--download-only', 'install', PACKAGE]
    const archives = await downloadDebian(fresh, { suite: SUITE, command: install })
    for (const name of await readdir(archives))
      if (name.endsWith('.deb')) await unpackDebian(join(archives, name), fresh)
    await setLoader(join(fresh, PROGRAM), join(folder, 'usr/lib64/ld-linux-x86-64.so.2'))
    await writeStarter(join(fresh, 'bin'))
    for (const path of ['apt', 'usr/share']) await rm(join(fresh, path), { recursive: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return bin
}

/**
 * Writes another loader into a program, as the router starts its own file again for each model: a
 * loader that is called with the program as its argument would be started instead.
 */
async function setLoader(path: string, loader: string): Promise<void> {
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer())
  const [headers, size, count] = [
    Number(bytes.readBigUInt64LE(32)),
    bytes.readUInt16LE(54),
    bytes.readUInt16LE(56),
  ]
  const name = Buffer.from(`${loader}\0`)
  const header = Array.from({ length: count }, (_, at) => headers + at * size).find(
    (at) => bytes.readUInt32LE(at) === PT_INTERP,
  )
  if (header === undefined) throw new Error(`${path} names no loader`)
  bytes.writeBigUInt64LE(BigInt(bytes.length), header + 8)
  bytes.writeBigUInt64LE(BigInt(name.length), header + 32)
  bytes.writeBigUInt64LE(BigInt(name.length), header + 40)
  await Bun.write(path, Buffer.concat([bytes, name]))
  await chmod(path, 0o755)
}

/** Starts it with the libraries of the folder, not of the system. */
async function writeStarter(bin: string): Promise<void> {
  const path = join(bin, 'llama-server')
  await Bun.write(
    path,
    `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
export LD_LIBRARY_PATH="$here/${LIBRARIES}:$here/${LIBRARIES}/llama"
export GGML_BACKEND_PATH="$here/${BACKEND}"
exec "$here/${PROGRAM}" "$@"
`,
  )
  await chmod(path, 0o755)
}
