import type { ComponentChildren } from 'preact'
import { safeLink } from '../../ui/markdown/safe-link.ts'

/** A link to a site, or its text alone where the address is none that may be followed. */
export function OutLink({ href, children }: { href: string; children: ComponentChildren }) {
  const target = safeLink(href)
  if (target === undefined) return <span dir="auto">{children}</span>
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {children}
    </a>
  )
}
