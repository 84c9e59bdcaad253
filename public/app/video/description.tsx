import { useSignal } from '@preact/signals'
import { visible } from '../../ui/format.ts'
import { ShowRest } from '../../ui/show-rest.tsx'
import { m } from './messages/en.ts'
import { OutLink } from './out-link.tsx'

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/
/** Longer ones are shown whole when that is asked for. */
const FIRST_CHARACTERS = 600

/** A plain text of a site, with its addresses as links. */
export function Description({ text }: { text: string }) {
  const isWhole = useSignal(text.length <= FIRST_CHARACTERS * 1.5)
  const shown = isWhole.value ? text : `${text.slice(0, FIRST_CHARACTERS).replace(/\s\S*$/, '')} …`
  return (
    <>
      <p class="description" dir="auto">
        {shown.split(ADDRESS).map((piece, index) =>
          index % 2 === 0 ? (
            visible(piece)
          ) : (
            <OutLink key={index} href={piece}>
              {piece}
            </OutLink>
          ),
        )}
      </p>
      <ShowRest isWhole={isWhole}>{m.showAllOfIt}</ShowRest>
    </>
  )
}
