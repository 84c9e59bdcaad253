import { type Cases, runCases } from '../run-cases.ts'
import type { ContractResult } from '../suite.ts'
import { cliCase } from './cli-case.ts'
import { doubleCase, serverCase } from './server-case.ts'

const CASES: Cases = {
  'whisper-server': serverCase,
  'whisper-cli': cliCase,
  'whisper-double': doubleCase,
}

/**
 * Has the real whisper.cpp transcribe, with a model that says a fixed text, and compares the doubles
 * of the tests with it.
 *
 * @param chosen Their names; by default all
 */
export function runRecognisers(chosen?: readonly string[]): Promise<ContractResult> {
  return runCases(CASES, chosen)
}
