import type { ComponentChildren } from 'preact'
import './layout.css'

/** The bar and the scrolling content of a page. */
export function PageLayout({
  title,
  side,
  children,
}: {
  title: string
  /** At the end of the bar: a few words or buttons. */
  side?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <>
      <header class="bar page-bar">
        <h1>{title}</h1>
        {side}
      </header>
      {/* It scrolls, and a keyboard has to reach it where nothing in it can have the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <main class="page" tabIndex={0}>
        <div class="inner">{children}</div>
      </main>
    </>
  )
}
