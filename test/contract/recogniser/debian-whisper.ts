import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadDebian, unpackDebian } from '../debian-packages.ts'
import { cacheFolder } from '../install.ts'
import { Skipped } from '../run-cases.ts'
import { writeWhisperModel } from './whisper-model.ts'

const SUITE = 'sid'
const PACKAGE = 'whisper.cpp-tools'
/** Of graphics and of the tools that listen to a microphone; the largest ones. */
const NOT_NEEDED = /^(?:libllvm|libz3|mesa-|libsdl|xkb-data|pci\.ids)/
/** For any processor of 64 bits: the others are chosen by a path that is not there. */
const BACKEND = 'libggml-cpu-x64.so'

/** The real whisper.cpp, in a folder of its own. */
export interface Whisper {
  server: string
  cli: string
  /** The model that says a fixed text. */
  model: string
}

/**
 * whisper.cpp of Debian's unstable suite, with its libraries; made once and kept for the next run.
 * Nothing is installed, and it does not take root.
 *
 * @throws {Skipped} where it cannot be made
 */
export async function debianWhisper(): Promise<Whisper> {
  if (process.arch !== 'x64') throw new Skipped('it wants a processor of the kind x64')
  const folder = join(cacheFolder(), `whisper-cpp-${SUITE}`)
  const whisper = {
    server: join(folder, 'whisper-server'),
    cli: join(folder, 'whisper-cli'),
    model: join(folder, 'models/ggml-hand.bin'),
  }
  if (await Bun.file(whisper.cli).exists()) return whisper
  await mkdir(cacheFolder(), { recursive: true })
  // Renamed when complete, so that a partial installation is never used.
  const fresh = await mkdtemp(`${folder}-`)
  try {
    const install = ['--yes', '--no-install-recommends', '--download-only', 'install', PACKAGE]
    await unpack(await downloadDebian(fresh, { suite: SUITE, command: install }), fresh)
    for (const name of ['whisper-server', 'whisper-cli']) await writeStarter(fresh, name)
    await mkdir(join(fresh, 'models'))
    writeWhisperModel(join(fresh, 'models/ggml-hand.bin'))
    await rm(join(fresh, 'apt'), { recursive: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return whisper
}

async function unpack(archives: string, folder: string): Promise<void> {
  const names = (await readdir(archives)).filter(
    (name) => name.endsWith('.deb') && !NOT_NEEDED.test(name),
  )
  for (const name of names) await unpackDebian(join(archives, name), folder)
  await rm(join(folder, 'usr/share'), { recursive: true, force: true })
}

/** Starts a program with the loader and the libraries of the folder, not of the system. */
async function writeStarter(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const libraries = '$here/usr/lib/x86_64-linux-gnu'
  await Bun.write(
    path,
    `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export GGML_BACKEND_PATH="${libraries}/ggml/backends0/${BACKEND}"
exec "$here/usr/lib64/ld-linux-x86-64.so.2" --library-path "${libraries}:${libraries}/pulseaudio" "$here/usr/bin/${name}" "$@"
`,
  )
  await chmod(path, 0o755)
}
