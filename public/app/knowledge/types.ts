import type { components } from '../../ui/api-types.ts'

export type Collection = components['schemas']['KnowledgeCollection']
export type Source = components['schemas']['KnowledgeSource']
export type Passage = components['schemas']['KnowledgePassage']
