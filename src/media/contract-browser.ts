/** A page as a browser has drawn it, after its scripts. */
export interface RenderedPage {
  html: string
  /** Where it is now, after redirects by scripts too. */
  url: string
  /** Of the page's own answer. */
  status: number
}

/** A browser on this machine that runs the scripts of pages, without cookies and downloads. */
export interface PageRenderer {
  /** Whether there is one. */
  isInstalled(): boolean
  /**
   * @param deadlineMs From the call to the drawn page
   * @throws {AppError} `not_installed`, `address_refused`, `download_failed`, `download_timeout`
   */
  render(url: string, options: { deadlineMs: number; signal: AbortSignal }): Promise<RenderedPage>
}
