import { signal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { m } from './messages/en.ts'

export type Model = components['schemas']['ModelList']['data'][number]

const CHOSEN = 'model'
export const AUTO = 'auto'

/** The models that may be asked; undefined before they are known. */
export const models = signal<readonly Model[] | undefined>(undefined)
/** Whether there is something that writes down what is spoken, and something that speaks. */
export const canTranscribe = signal(false)
export const canSpeak = signal(false)
/** The model of new messages; kept in this browser. */
export const chosenModel = signal(localStorage.getItem(CHOSEN) ?? AUTO)

export function chooseModel(id: string): void {
  chosenModel.value = id
  localStorage.setItem(CHOSEN, id)
}

/** Chooses a model for as long as its assistant answers. @returns Chooses the kept one again */
export function holdModel(id: string): () => void {
  chosenModel.value = id
  return () => {
    if (chosenModel.peek() === id) chosenModel.value = localStorage.getItem(CHOSEN) ?? AUTO
  }
}

/** Looks which models there are now; one that is gone is no longer chosen. */
export async function loadModels(): Promise<void> {
  const { data } = await read(api.GET('/v1/models'))
  const having = (capability: Model['capabilities'][number]) =>
    data.filter((one) => hasCapability(one, capability))
  // The others speak or transcribe.
  const texts = having('completion').filter(({ id }) => !id.startsWith('assistant/'))
  models.value = texts
  canTranscribe.value = having('transcription').length > 0
  canSpeak.value = having('speech').length > 0
  if (texts.length > 0 && !texts.some(({ id }) => id === chosenModel.value)) chooseModel(AUTO)
}

/** A model's name for people; its id where it is not in the list. */
export function nameOf(id: string): string {
  return models.value?.find((model) => model.id === id)?.display_name ?? id
}

export function hasCapability(
  { capabilities }: Model,
  name: Model['capabilities'][number],
): boolean {
  return capabilities.includes(name)
}

interface ModelGroup {
  engine: string
  /** Of the engine, for people. */
  name: string
  items: readonly { id: string; label: string; model: Model }[]
}

/** The models by their engine; the engine itself stands for its first model. */
export function groups(all: readonly Model[]): ModelGroup[] {
  const byEngine = Map.groupBy(
    all.filter(({ id }) => id.includes('/')),
    ({ id }) => id.split('/', 1)[0] ?? '',
  )
  return [...byEngine].map(([engine, items]) => ({
    engine,
    name: nameOf(engine),
    items: items.map((model) => ({
      id: model.id,
      model,
      label: model.id.slice(engine.length + 1),
    })),
  }))
}

/** What is known of a model, in a few words. */
export function factsOf({ available, context_length: tokens, capabilities }: Model): string {
  if (!available) return m.cannotAnswer
  return [
    ...(capabilities.includes('vision') ? [m.readsImages] : []),
    ...(tokens === null ? [] : [m.tokens(Math.round(tokens / 1024))]),
  ].join(', ')
}

/** Name of the colour of its dot. */
export function stateOf(model: Model | undefined): string {
  if (model === undefined) return ''
  return model.available ? 'ok' : 'bad'
}
