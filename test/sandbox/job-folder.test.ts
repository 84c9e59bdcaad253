import { expect, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  cleanName,
  MAX_DEPTH,
  readFolder,
  removeFolder,
  useOfFolder,
} from '../../src/sandbox/job-folder.ts'
import { tempFolder } from '../support/process.ts'

const IS_LINUX = process.platform === 'linux'
const MAX_FILES = { maxFiles: 100 }

/** A folder of a job beside a secret of the service. */
function jobFolder() {
  const own = tempFolder()
  const [work, secret] = [join(own.path, 'work'), join(own.path, 'secret')]
  mkdirSync(work)
  writeFileSync(secret, 'a secret of the service')
  return { work, secret, [Symbol.dispose]: () => own[Symbol.dispose]() }
}

function contentOf(descriptor: number): string {
  const text = readFileSync(descriptor, 'utf8')
  closeSync(descriptor)
  return text
}

test.skipIf(!IS_LINUX)(
  'readFolder() lists regular files, and neither links nor anything else',
  () => {
    using job = jobFolder()
    mkdirSync(join(job.work, 'a/b'), { recursive: true })
    writeFileSync(join(job.work, 'a/b/report.txt'), 'found')
    writeFileSync(join(job.work, 'twin'), 'has two names')
    linkSync(join(job.work, 'twin'), join(job.work, 'a/twin'))
    symlinkSync(job.secret, join(job.work, 'link'))
    symlinkSync('/etc', join(job.work, 'folder'))
    symlinkSync('.', join(job.work, 'circle'))
    Bun.spawnSync(['mkfifo', join(job.work, 'pipe')])
    const { files, unfit, isPartial } = readFolder(job.work, MAX_FILES)
    expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([['a/b/report.txt', 5]])
    expect([unfit, isPartial]).toEqual([6, false])
    expect(files.map((file) => contentOf(file.open()))).toEqual(['found'])
  },
)

test.skipIf(!IS_LINUX)('a file that is exchanged after it was listed is not opened', () => {
  using job = jobFolder()
  const path = join(job.work, 'folder/file')
  const exchanges: (() => void)[] = [
    () => rmSync(path),
    () => symlinkSync(job.secret, path),
    () => linkSync(job.secret, path),
    () => writeFileSync(path, 'another'),
    () => void Bun.spawnSync(['mkfifo', path]),
    () => {
      renameSync(join(job.work, 'folder'), join(job.work, 'moved'))
      symlinkSync(join(job.work, 'moved'), join(job.work, 'folder'))
    },
  ]
  for (const exchange of exchanges) {
    rmSync(join(job.work, 'folder'), { recursive: true, force: true })
    mkdirSync(join(job.work, 'folder'))
    writeFileSync(path, 'listed')
    // Keeps its number from being given to the next file.
    linkSync(path, join(job.work, 'kept'))
    rmSync(join(job.work, 'kept'))
    const [file] = readFolder(job.work, MAX_FILES).files
    if (exchanges.indexOf(exchange) !== exchanges.length - 1) {
      renameSync(path, join(job.work, 'folder/before'))
      if (exchanges.indexOf(exchange) === 0) writeFileSync(path, '')
    }
    exchange()
    expect(() => file?.open()).toThrow()
  }
  const open = readdirSync('/proc/self/fd').length
  for (let count = 0; count < 20; count += 1)
    expect(() => readFolder(job.work, MAX_FILES).files[0]?.open).not.toThrow()
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open)
})

test('cleanName() leaves nothing that acts on a terminal, a page or a file system', () => {
  const NAMES: Record<string, string> = {
    'report 1.pdf': 'report 1.pdf',
    'Zoe\u0308.txt': 'Zoë.txt',
    'می‌خواهم.txt': 'می‌خواهم.txt',
    '..': '_',
    '.bashrc': '_bashrc',
    '-rf': '_rf',
    '~root': '_root',
    '..\\..\\evil': '__.._evil',
    '\u001b]0;owned\u0007': '_]0;owned_',
    'a\nb': 'a_b',
    'photo\u202egpj.exe': 'photo_gpj.exe',
    '\u200b': '_',
  }
  expect(Object.keys(NAMES).map((name) => cleanName(Buffer.from(name)))).toEqual(
    Object.values(NAMES),
  )
  expect(cleanName(Buffer.from([0xff, 0xfe]))).toBe('__')
  expect(Buffer.byteLength(cleanName(Buffer.from('ü'.repeat(300))))).toBe(254)
})

test.skipIf(!IS_LINUX)(
  'readFolder() gives names that become equal a number, and stops at its bound',
  () => {
    using job = jobFolder()
    for (const name of ['a\nb', 'a\tb', 'a_b']) writeFileSync(join(job.work, name), '')
    const names = readFolder(job.work, MAX_FILES).files.map(({ name }) => name)
    expect(names.sort()).toEqual(['a_b', 'a_b (2)', 'a_b (3)'])
    const { files, isPartial } = readFolder(job.work, { maxFiles: 2 })
    expect([files.length, isPartial]).toEqual([2, true])
  },
)

test.skipIf(!IS_LINUX)('folders that are too deep are not entered, and are removed', async () => {
  using job = jobFolder()
  const script = `n=0; while [ $n -lt ${MAX_DEPTH * 4} ]; do mkdir ${'d'.repeat(20)}; cd ${'d'.repeat(20)}; n=$((n+1)); done; echo x > file; ln -s / root`
  Bun.spawnSync(['sh', '-c', script], { cwd: job.work })
  expect(readFolder(job.work, MAX_FILES)).toEqual({ files: [], unfit: 0, isPartial: true })
  expect(useOfFolder(job.work, 1_000)).toMatchObject({ files: MAX_DEPTH, isHidden: true })
  await removeFolder(job.work)
  expect([existsSync(job.work), existsSync(job.secret)]).toEqual([false, true])
})

test.skipIf(!IS_LINUX)('removeFolder() removes what forbids it, and follows no link', async () => {
  using job = jobFolder()
  mkdirSync(join(job.work, 'locked/inner'), { recursive: true })
  writeFileSync(join(job.work, 'locked/inner/file'), '')
  symlinkSync(join(job.secret, '..'), join(job.work, 'locked/up'))
  symlinkSync(job.secret, join(job.work, 'link'))
  writeFileSync(Buffer.concat([Buffer.from(`${job.work}/`), Buffer.of(0xff)]), '')
  for (const path of ['locked/inner', 'locked', '']) chmodSync(join(job.work, path), 0)
  await removeFolder(job.work)
  await removeFolder(job.work)
  expect(readdirSync(join(job.work, '..'))).toEqual(['secret'])
})
