import type { ComponentChildren } from 'preact'

/** A table that scrolls sideways where it does not fit, also with the keyboard. */
export function Scroll({
  label,
  style = 'card',
  children,
}: {
  label: string
  /** Classes. */
  style?: string
  children: ComponentChildren
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
    <section class={`scroll-x ${style}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
