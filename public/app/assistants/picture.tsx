import type { Assistant } from './types.ts'
import './picture.css'

/** The emoji or the picture of an assistant; without one, how its name begins. */
export function Picture({ of: { picture, name } }: { of: Pick<Assistant, 'picture' | 'name'> }) {
  if (picture?.startsWith('data:'))
    return <img class="assistant-picture" src={picture} alt="" width="32" height="32" />
  return (
    <span class="assistant-picture" aria-hidden="true">
      {picture ?? [...name][0]?.toUpperCase()}
    </span>
  )
}
