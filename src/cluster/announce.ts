import type { SpeechEngine } from '../engines/contract/speech.ts'
import type { Engine } from '../engines/contract/text.ts'
import type { TranscriptionEngine } from '../engines/contract/transcription.ts'
import { redact } from '../platform/redact.ts'
import type { AnnouncedEngine, AnnouncedRecogniser, AnnouncedSpeech } from './contract.ts'
import type { OwnEngines } from './run-call.ts'

/** What a worker node says of its engines. */
export function announcedEngines(engines: OwnEngines) {
  return {
    engines: engines.text.map((engine) => announcedEngine(engine, engines.problemOf(engine))),
    speech: engines.speech.map(announcedSpeech),
    recognisers: engines.recognisers.map(announcedRecogniser),
  }
}

function announcedEngine(engine: Engine, problem: string | undefined): AnnouncedEngine {
  const { id, label, kind, usesSubscription = false, timeoutMs, maxCharacters } = engine
  const { images, structured, tools } = engine.capabilities
  return {
    ...{ id, label, usesSubscription, timeoutMs, maxCharacters },
    ...(kind !== undefined && { kind }),
    models: engine.models.map((name) => {
      const family = engine.familyOf?.(name)
      // What an engine that knows nothing of single models can do, its models can.
      const facts = engine.factsOf === undefined ? { images, tools } : engine.factsOf(name)
      const { contextLength, fault, ...can } = facts ?? {}
      return {
        name,
        ...(contextLength !== undefined && { contextLength }),
        ...(can.images !== undefined && { images: can.images }),
        ...(can.tools !== undefined && { tools: can.tools }),
        ...(fault !== undefined && { fault: redact(fault) }),
        ...(family !== undefined && { family }),
      }
    }),
    accounts: engine.accounts.map((account) => ({
      id: account.id,
      probe: engine.probeKind?.(account) ?? 'status',
    })),
    capabilities: { images, structured, tools },
    ...(problem !== undefined && { problem: redact(problem) }),
  }
}

function announcedSpeech(engine: SpeechEngine): AnnouncedSpeech {
  const { id, label, kind, models, voices, languages, timeoutMs, appliesSpeed } = engine
  return {
    ...{ id, label, kind, timeoutMs, appliesSpeed },
    models: [...models],
    voices: voices.map((voice) => ({ id: voice.id, languages: [...voice.languages] })),
    ...(languages !== undefined && { languages: [...languages] }),
  }
}

function announcedRecogniser(engine: TranscriptionEngine): AnnouncedRecogniser {
  const { id, label, kind, models, canTranslate, timeoutMs } = engine
  return { id, label, kind, models: [...models], canTranslate, timeoutMs }
}
