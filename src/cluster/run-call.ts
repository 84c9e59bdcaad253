import { EngineFailure } from '../engines/contract/failure.ts'
import type { SpeechEngine } from '../engines/contract/speech.ts'
import type { Engine } from '../engines/contract/text.ts'
import type { TranscriptionEngine } from '../engines/contract/transcription.ts'
import type { CallResult } from './contract.ts'
import { type IncomingCall, unreachable } from './messages.ts'

/** The engines of this machine now. */
export interface OwnEngines {
  text: readonly Engine[]
  speech: readonly SpeechEngine[]
  recognisers: readonly TranscriptionEngine[]
  /** Why the server of an engine for text does not answer, in redacted words. */
  problemOf(engine: Engine): string | undefined
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
  return kind === 'text' || kind === 'speech' || kind === 'transcription'
}

/**
 * Makes a call with an engine of this machine.
 *
 * @throws {EngineFailure}
 */
export async function runCall(call: IncomingCall, options: RunOptions): Promise<CallResult> {
  const { engines, signal, onEvents, file } = options
  switch (call.kind) {
    case 'text': {
      const engine = find(engines.text, call.engine)
      const account = find(engine.accounts, call.account)
      for await (const events of engine.run(call.turn, account, signal)) await onEvents(events)
      return { value: null }
    }
    case 'status': {
      const engine = find(engines.text, call.engine)
      await engine.checkStatus(signal, find(engine.accounts, call.account))
      return { value: null }
    }
    case 'speech': {
      const engine = find(engines.speech, call.engine)
      const { text, voice, model, speed } = call.request
      return { value: null, bytes: await engine.speak({ text, voice, model, speed }, signal) }
    }
    case 'speech-status':
      await find(engines.speech, call.engine).checkStatus(signal)
      return { value: null }
    case 'transcription': {
      if (file === undefined) throw new EngineFailure('request', 'A transcription has no recording')
      const { seconds, model, language, prompt, task, temperature } = call.request
      const request = { path: file, seconds, model, language, prompt, task, temperature }
      const engine = find(engines.recognisers, call.engine)
      const value = await engine.transcribe(request, signal, (progress) => {
        void onEvents([{ progress }])
      })
      return { value }
    }
    case 'transcription-status':
      await find(engines.recognisers, call.engine).checkStatus(signal)
      return { value: null }
  }
}

function find<thing extends { readonly id: string }>(things: readonly thing[], id: string): thing {
  const found = things.find((thing) => thing.id === id)
  if (found === undefined) throw unreachable(`The worker node no longer has ${id}`)
  return found
}
