import type { AnyEngine } from '../engines/contract/any-engine.ts'
import type { SpeechEngine } from '../engines/contract/speech.ts'
import type { Engine } from '../engines/contract/text.ts'
import type { TranscriptionEngine } from '../engines/contract/transcription.ts'
import type { VectorModel } from '../engines/contract/vectors.ts'
import { redact } from '../platform/redact.ts'
import type {
  AnnouncedEngine,
  AnnouncedSpeech,
  AnnouncedText,
  AnnouncedTranscription,
} from './contract.ts'
import type { OwnEngines } from './run-call.ts'

/** What a worker node says of its engines. */
export function announcedEngines({ engines, problemOf }: OwnEngines): AnnouncedEngine[] {
  return engines.map((engine) => announcedEngine(engine, problemOf(engine)))
}

function announcedEngine(engine: AnyEngine, problem: string | undefined): AnnouncedEngine {
  switch (engine.type) {
    case 'text':
      return announcedText(engine, problem)
    case 'speech':
      return announcedSpeech(engine)
    case 'transcription':
      return announcedTranscription(engine)
  }
}

function announcedText(engine: Engine, problem: string | undefined): AnnouncedText {
  const { type, id, label, kind, usesSubscription = false, timeoutMs, maxCharacters } = engine
  const { images, structured, tools } = engine.capabilities
  return {
    type,
    id,
    label,
    usesSubscription,
    timeoutMs,
    maxCharacters,
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
    ...(engine.vectors !== undefined && {
      vectorModels: engine.vectors.vectorModels.map(announcedVectors),
    }),
    accounts: engine.accounts.map((account) => ({
      id: account.id,
      probe: engine.probeKind?.(account) ?? 'status',
    })),
    capabilities: { images, structured, tools },
    ...(problem !== undefined && { problem: redact(problem) }),
  }
}

function announcedVectors({ name, use, contextLength, fault }: VectorModel) {
  return {
    name,
    use,
    ...(contextLength !== undefined && { contextLength }),
    ...(fault !== undefined && { fault: redact(fault) }),
  }
}

function announcedSpeech(engine: SpeechEngine): AnnouncedSpeech {
  const { type, id, label, kind, models, voices, languages, timeoutMs, appliesSpeed } = engine
  return {
    type,
    id,
    label,
    kind,
    timeoutMs,
    appliesSpeed,
    models: [...models],
    voices: voices.map((voice) => ({ id: voice.id, languages: [...voice.languages] })),
    ...(languages !== undefined && { languages: [...languages] }),
  }
}

function announcedTranscription(engine: TranscriptionEngine): AnnouncedTranscription {
  const { type, id, label, kind, models, canTranslate, timeoutMs } = engine
  return { type, id, label, kind, models: [...models], canTranslate, timeoutMs }
}
