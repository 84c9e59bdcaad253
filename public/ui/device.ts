/** What ties the pages to the device; loaded once the first page is there. */
import { boot } from './boot.ts'
import './service-worker.ts'

if (boot.isNotified) void import('./push.ts').then(({ sayWhatIsSeen }) => sayWhatIsSeen())

/** Less is the browser's own bar, which comes and goes while one scrolls. */
const MIN_COVERED_PX = 100

/**
 * Keeps the page above the keyboard where the browser draws that over the page, as iOS does: the frame
 * ends where it begins.
 */
function followKeyboard(viewport: VisualViewport): void {
  const root = document.documentElement
  const follow = () => {
    const covered = window.innerHeight - viewport.height * viewport.scale
    const isOpen = covered > MIN_COVERED_PX
    root.style.setProperty('--covered', isOpen ? `${Math.round(covered)}px` : '0px')
    // The browser has moved the page up, to show the field.
    if (isOpen) window.scrollTo(0, 0)
  }
  viewport.addEventListener('resize', follow)
}

if (window.visualViewport !== null) followKeyboard(window.visualViewport)
