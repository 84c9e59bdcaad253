import type { ComponentChildren } from 'preact'

/** A table that scrolls sideways where it does not fit, also with the keyboard. */
export function Scroll({
  label,
  class: classes = 'card',
  children,
}: {
  label: string
  class?: string
  children: ComponentChildren
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
    <section class={`scroll-x ${classes}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
