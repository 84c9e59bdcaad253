import { AUTO, chosenModel, models } from '../models.ts'
import type { DraftFile } from './draft-files.ts'
import { isPicture } from './limits.ts'

/** Says before pictures are sent that the chosen model is not known to read them. */
export function pictureWarning(files: readonly DraftFile[]): string | undefined {
  if (!files.some(isPicture)) return undefined
  const model = models.value?.find(({ id }) => id === chosenModel.value)
  if (model === undefined || model.capabilities.includes('vision')) return undefined
  return model.id === AUTO
    ? 'No model here is known to read pictures.'
    : `${model.display_name} is not known to read pictures. Choose Auto or another model for them.`
}
