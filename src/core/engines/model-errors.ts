import type { Capabilities } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { OtherUse } from './media-models.ts'

const MAX_NAME_CHARACTERS = 100
const MAX_NAMES = 5

/** @param isAny Whether any model could have been chosen */
export function unsupported(name: string, needs: Capabilities, isAny: boolean): AppError {
  const missing = [
    ...(needs.images ? ['images'] : []),
    ...(needs.structured ? ['a response schema'] : []),
    ...(needs.tools ? ['tool calls'] : []),
  ].join(' and ')
  const who = isAny ? 'None of the models' : `The model ${shortened(name)}`
  return refused(`${who} ${isAny ? 'can' : 'cannot'} take ${missing}`)
}

export function severalEngines(name: string, names: readonly string[]): AppError {
  const some = names.slice(0, MAX_NAMES).map(shortened).join(' or ')
  return refused(`Several engines have the model ${shortened(name)}: ask for ${some}`)
}

export function tooLong(characters: number, maxAllowed: number): AppError {
  return new AppError(
    'too_long',
    `The conversation is too long: it has ${characters} characters, the bound is ${maxAllowed}`,
    { param: 'messages' },
  )
}

export function engineDenied(message: string): AppError {
  return new AppError('capability_denied', message, { param: 'model' })
}

export function modelNotFound(name: string, hint: string): AppError {
  return new AppError('model_not_found', `There is no model ${shortened(name)}: ${hint}`, {
    param: 'model',
  })
}

/** For `auto` where each engine has models for embeddings or rankings alone. */
export function noChatModel(ids: readonly string[]): AppError {
  const names = ids.slice(0, MAX_NAMES).join(', ')
  return new AppError(
    'no_engine',
    `No engine could answer: what there is answers no chats (${names}). A model server needs a model for them`,
  )
}

/** For a name that the list of models has, and that answers no text. */
export function otherModel(name: string, use: OtherUse): AppError {
  const does = {
    speech: 'speaks texts',
    transcription: 'writes recordings down',
    embedding: 'makes embeddings',
    rerank: 'ranks documents',
  }[use]
  return new AppError(
    'model_not_found',
    `The model ${shortened(name)} ${does} and answers no questions: take one with the capability completion, or auto`,
    { param: 'model' },
  )
}

function refused(message: string): AppError {
  return new AppError('invalid', message, { param: 'model' })
}

export function shortened(name: string): string {
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name
}
