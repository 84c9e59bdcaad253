import { RULES, type Rule } from './system-call-rules.ts'
import { numberOf, type Processor } from './system-calls.ts'

/** Operations of a classic BPF program. Linux, `bpf_common.h` */
const LOAD_WORD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const RETURN = 0x06
const INSTRUCTION_BYTES = 8

/** Offsets in `struct seccomp_data`. */
const NUMBER_OFFSET = 0
const ARCHITECTURE_OFFSET = 4
const ARGUMENTS_OFFSET = 16
const ARGUMENT_BYTES = 8

/** Results of a filter. Linux, `seccomp.h` */
const ALLOW = 0x7fff_0000
const REFUSE = 0x0005_0000
const ENOSYS = 38

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64. */
const ARCHITECTURES: Readonly<Record<Processor, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
/** Calls of the x32 interface of x86-64 have this bit, and numbers of their own. */
const X32_BIT = 0x4000_0000

/** `whenTrue` and `whenFalse` are numbers of instructions to skip. */
interface Instruction {
  code: number
  value: number
  whenTrue?: number
  whenFalse?: number
}

/**
 * The seccomp filter of the sandbox, as bubblewrap takes it. System calls of another processor type,
 * as of 32-bit programs, are refused.
 */
export function seccompFilter(processor: Processor): Uint8Array {
  const program: Instruction[] = [
    { code: LOAD_WORD, value: ARCHITECTURE_OFFSET },
    { code: JUMP_IF_EQUAL, value: ARCHITECTURES[processor], whenTrue: 1 },
    refuse(ENOSYS),
    { code: LOAD_WORD, value: NUMBER_OFFSET },
    { code: JUMP_IF_AT_LEAST, value: X32_BIT, whenFalse: 1 },
    refuse(ENOSYS),
    ...RULES.flatMap((rule) => {
      const number = numberOf(rule.call, processor)
      if (number === undefined) return []
      const checks = checksOf(rule)
      return [{ code: JUMP_IF_EQUAL, value: number, whenFalse: checks.length }, ...checks]
    }),
    { code: RETURN, value: ALLOW },
  ]
  return encoded(program)
}

/** They decide about the call; none goes on to the next rule. */
function checksOf({ errno, when }: Rule): Instruction[] {
  if (when === undefined) return [refuse(errno)]
  const load = { code: LOAD_WORD, value: ARGUMENTS_OFFSET + ARGUMENT_BYTES * when.argument }
  const allow = { code: RETURN, value: ALLOW }
  if ('hasBits' in when)
    return [
      load,
      { code: JUMP_IF_ANY_BIT, value: when.hasBits, whenFalse: 1 },
      refuse(errno),
      allow,
    ]
  const values = 'isOneOf' in when ? when.isOneOf : when.isNoneOf
  const [listed, other] = 'isOneOf' in when ? [refuse(errno), allow] : [allow, refuse(errno)]
  const jumps = values.map((value, index) => ({
    code: JUMP_IF_EQUAL,
    value,
    whenTrue: values.length - index,
  }))
  return [load, ...jumps, other, listed]
}

function refuse(errno: number): Instruction {
  return { code: RETURN, value: REFUSE + errno }
}

function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * INSTRUCTION_BYTES))
  // Both processor types are little-endian under Linux.
  for (const [index, { code, value, whenTrue = 0, whenFalse = 0 }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES
    bytes.setUint16(at, code, true)
    bytes.setUint8(at + 2, whenTrue)
    bytes.setUint8(at + 3, whenFalse)
    bytes.setUint32(at + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
