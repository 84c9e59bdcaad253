/** How far from what is seen an element counts as seen, in pixels. */
const AHEAD_PX = 400

type Callback = () => unknown

const callbacks = new WeakMap<Element, Callback>()
let observer: IntersectionObserver | undefined

/** Calls back once when an element comes near. @returns Ends it */
export function whenSeen(element: Element, callback: Callback): () => void {
  // One for all: a browser looks at each observer in each frame.
  observer ??= new IntersectionObserver(notify, { rootMargin: `${AHEAD_PX}px` })
  callbacks.set(element, callback)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function notify(entries: readonly IntersectionObserverEntry[], from: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    from.unobserve(target)
    void callbacks.get(target)?.()
  }
}
