import type { EngineType } from '../engines/contract/account.ts'
import type { AnyEngine, EngineOf } from '../engines/contract/any-engine.ts'
import { EngineFailure } from '../engines/contract/failure.ts'
import type { VectorSource } from '../engines/contract/vectors.ts'
import type { CallResult } from './contract.ts'
import { bytesOfVectors } from './merged-vectors.ts'
import { type IncomingCall, unreachable } from './messages.ts'

/** The engines of this machine now. */
export interface OwnEngines {
  /** Of every type. */
  engines: readonly AnyEngine[]
  /** Why the server of an engine for text does not answer, in redacted words. */
  problemOf(engine: AnyEngine): string | undefined
}

interface RunOptions {
  engines: OwnEngines
  signal: AbortSignal
  /** Takes a batch of events; the next one waits for it. */
  onEvents: (events: readonly unknown[]) => Promise<void> | undefined
  /** The copy of the file of the call. */
  file: string | undefined
}

/** Whether it is work of a model, not a short check. */
export function isHeavy({ kind }: IncomingCall): boolean {
  return kind !== 'status'
}

/**
 * Makes a call with an engine of this machine.
 *
 * @throws {EngineFailure}
 */
export async function runCall(call: IncomingCall, options: RunOptions): Promise<CallResult> {
  const { signal, onEvents, file } = options
  const { engines } = options.engines
  switch (call.kind) {
    case 'text': {
      const engine = engineOf(engines, 'text', call.engine)
      const account = find(engine.accounts, call.account)
      for await (const events of engine.run(call.turn, account, signal)) await onEvents(events)
      return { value: null }
    }
    case 'status': {
      const engine = engineOf(engines, call.type, call.engine)
      await engine.checkStatus(signal, find(engine.accounts, call.account))
      return { value: null }
    }
    case 'speech': {
      const engine = engineOf(engines, 'speech', call.engine)
      const { text, voice, model, speed } = call.request
      return { value: null, bytes: await engine.speak({ text, voice, model, speed }, signal) }
    }
    case 'embedding': {
      const source = vectorsOf(engineOf(engines, 'text', call.engine))
      const { vectors, tokens } = await source.embed(call.request, signal)
      return { value: { tokens }, bytes: bytesOfVectors(vectors) }
    }
    case 'rerank': {
      const source = vectorsOf(engineOf(engines, 'text', call.engine))
      return { value: await source.rerank(call.request, signal) }
    }
    case 'transcription': {
      if (file === undefined) throw new EngineFailure('request', 'A transcription has no recording')
      const { seconds, model, language, prompt, task, temperature } = call.request
      const request = { path: file, seconds, model, language, prompt, task, temperature }
      const engine = engineOf(engines, 'transcription', call.engine)
      const value = await engine.transcribe(request, signal, (progress) => {
        void onEvents([{ progress }])
      })
      return { value }
    }
  }
}

function vectorsOf({ id, vectors }: EngineOf['text']): VectorSource {
  if (vectors !== undefined) return vectors
  throw unreachable(`The worker node no longer has models for vectors of ${id}`)
}

function engineOf<type extends EngineType>(
  engines: readonly AnyEngine[],
  type: type,
  id: string,
): EngineOf[type] {
  const isOfType = (one: AnyEngine): one is EngineOf[type] => one.type === type
  return find(engines.filter(isOfType), id)
}

function find<thing extends { readonly id: string }>(things: readonly thing[], id: string): thing {
  const found = things.find((thing) => thing.id === id)
  if (found === undefined) throw unreachable(`The worker node no longer has ${id}`)
  return found
}
