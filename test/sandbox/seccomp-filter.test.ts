import { expect, test } from 'bun:test'
import { seccompFilter } from '../../src/sandbox/seccomp-filter.ts'

const X64 = 0xc000_003e
const ARM64 = 0xc000_00b7
const ALLOWED = 'allowed'
const [EPERM, ENOSYS, EOPNOTSUPP, EAFNOSUPPORT] = [1, 38, 95, 97]

interface Call {
  number: number
  architecture: number
  args?: readonly number[]
}

/** Runs a filter as the kernel does. @returns The error number, or that the call is allowed */
function filtered(filter: Uint8Array, { number, architecture, args = [] }: Call): unknown {
  const data = new DataView(new ArrayBuffer(64))
  data.setUint32(0, number, true)
  data.setUint32(4, architecture, true)
  for (const [index, value] of args.entries())
    data.setBigUint64(16 + 8 * index, BigInt.asUintN(64, BigInt(value)), true)
  const program = new DataView(filter.buffer)
  let loaded = 0
  for (let at = 0; at < filter.length; at += 8) {
    const code = program.getUint16(at, true)
    const value = program.getUint32(at + 4, true)
    const jump = (is: boolean) => {
      at += 8 * program.getUint8(is ? at + 2 : at + 3)
    }
    if (code === 0x20) loaded = data.getUint32(value, true)
    else if (code === 0x15) jump(loaded === value)
    else if (code === 0x35) jump(loaded >= value)
    else if (code === 0x45) jump((loaded & value) !== 0)
    else if (code !== 0x06) throw new Error(`Unknown operation ${code}`)
    else if (value === 0x7fff_0000) return ALLOWED
    else if ((value & 0xffff_0000) === 0x0005_0000) return value & 0xffff
    else throw new Error(`Unknown result ${value}`)
  }
  throw new Error('The filter has no end')
}

test('seccompFilter() refuses calls by the numbers of each processor, and allows the others', () => {
  // Linux, asm/unistd_64.h and asm-generic/unistd.h.
  const NUMBERS = [
    { name: 'read', x64: 0, arm64: 63, result: ALLOWED },
    { name: 'execve', x64: 59, arm64: 221, result: ALLOWED },
    { name: 'setresuid', x64: 117, arm64: 147, result: ALLOWED },
    { name: 'ptrace', x64: 101, arm64: 117, result: EPERM },
    { name: 'mount', x64: 165, arm64: 40, result: EPERM },
    { name: 'umount2', x64: 166, arm64: 39, result: EPERM },
    { name: 'unshare', x64: 272, arm64: 97, result: EPERM },
    { name: 'setns', x64: 308, arm64: 268, result: EPERM },
    { name: 'bpf', x64: 321, arm64: 280, result: EPERM },
    { name: 'keyctl', x64: 250, arm64: 219, result: EPERM },
    { name: 'userfaultfd', x64: 323, arm64: 282, result: EPERM },
    { name: 'perf_event_open', x64: 298, arm64: 241, result: EPERM },
    { name: 'process_vm_writev', x64: 311, arm64: 271, result: EPERM },
    { name: 'open_by_handle_at', x64: 304, arm64: 265, result: EPERM },
    { name: 'clone3', x64: 435, arm64: 435, result: ENOSYS },
    { name: 'io_uring_setup', x64: 425, arm64: 425, result: ENOSYS },
    { name: 'memfd_create', x64: 319, arm64: 279, result: ENOSYS },
    { name: 'shmget', x64: 29, arm64: 194, result: ENOSYS },
    { name: 'vmsplice', x64: 278, arm64: 75, result: EPERM },
    { name: 'fallocate', x64: 285, arm64: 47, result: EOPNOTSUPP },
  ]
  const [x64, arm64] = [seccompFilter('x64'), seccompFilter('arm64')]
  const seen = NUMBERS.map((call) => [
    call.name,
    filtered(x64, { number: call.x64, architecture: X64 }),
    filtered(arm64, { number: call.arm64, architecture: ARM64 }),
  ])
  expect(seen).toEqual(NUMBERS.map(({ name, result }) => [name, result, result]))
})

test('seccompFilter() decides by the low 32 bits of an argument, as the kernel does', () => {
  const filter = seccompFilter('x64')
  const call = (number: number, ...args: number[]) =>
    filtered(filter, { number, architecture: X64, args })
  const [socket, clone, ioctl, personality, chmod, openat] = [41, 56, 16, 135, 90, 257]
  expect([1, 2, 10, 16, 17, 38, 40].map((family) => call(socket, family))).toEqual([
    ALLOWED,
    ...Array(6).fill(EAFNOSUPPORT),
  ])
  // CLONE_VM and others, as for a thread; then each of the namespaces.
  expect(call(clone, 0x3d_0f00)).toBe(ALLOWED)
  for (const bit of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
    expect(call(clone, bit | 17)).toBe(EPERM)
  expect([0x5401, 0x5412, 0x541c, 2 ** 32 + 0x5412].map((code) => call(ioctl, 1, code))).toEqual([
    ALLOWED,
    EPERM,
    EPERM,
    EPERM,
  ])
  // FS_IOC_RESVSP, FS_IOC_RESVSP64 and FS_IOC_ZERO_RANGE.
  for (const code of [0x4030_5828, 0x4030_582a, 0x4030_5839])
    expect(call(ioctl, 1, code)).toBe(EPERM)
  expect([0, 0xffff_ffff, -1, 0x40000, 8].map((value) => call(personality, value))).toEqual([
    ...[ALLOWED, ALLOWED, ALLOWED],
    ...[EPERM, EPERM],
  ])
  expect([0o755, 0o1777, 0o4755, 0o2755].map((mode) => call(chmod, 0, mode))).toEqual([
    ...[ALLOWED, ALLOWED],
    ...[EPERM, EPERM],
  ])
  expect([0o644, 0o4644].map((mode) => call(openat, 0, 0, 0o100, mode))).toEqual([ALLOWED, EPERM])
})

test('seccompFilter() refuses everything of another processor and of x32', () => {
  const filter = seccompFilter('x64')
  for (const architecture of [0x4000_0003, ARM64, 0])
    expect(filtered(filter, { number: 0, architecture })).toBe(ENOSYS)
  for (const number of [0x4000_0000, 0x4000_0000 + 521, 0xffff_ffff])
    expect(filtered(filter, { number, architecture: X64 })).toBe(ENOSYS)
})
