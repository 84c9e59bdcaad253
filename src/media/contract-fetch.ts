/** Bounds of one download. */
export interface SafeFetchOptions {
  /** Most bytes of the body, after decompression. */
  maxBytes: number
  /** Milliseconds from the call to the last byte of the body, redirects included. */
  deadlineMs: number
  /** Ends the download early; the call, or the body, then fails with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The header `Accept`; any type by default. */
  accept?: string | undefined
  /** `GET` by default. */
  method?: 'GET' | 'HEAD' | undefined
}

/** What a server answered, after redirects. */
export interface FetchedResource {
  /** The address that answered, without a fragment. */
  url: string
  /** Of the server: an error of it is a value here, and its body can be read. */
  status: number
  headers: Headers
  /** Without parameters, in lower case; `application/octet-stream` where the server says none. */
  mediaType: string
  /**
   * The last name in `Content-Disposition`, else in the path: only a word of the server, never to be
   * used as a path.
   */
  filename?: string
  /**
   * Decompressed. Fails with an `AppError` of `too_large`, `download_timeout` or `download_failed`.
   * Who does not read it to the end cancels it; else the deadline closes the connection.
   */
  body: ReadableStream<Uint8Array>
}

/**
 * Downloads from addresses that users give. Only public addresses are dialled, over http and https,
 * and each of at most five redirects is checked anew.
 */
export interface SafeFetch {
  /**
   * @throws {AppError} `invalid` when the text is not an http or https URL that may be used;
   * `address_refused` when its host has no address on the public internet; `too_large`;
   * `download_timeout`; `download_failed` when the server cannot be reached or understood
   */
  fetch(url: string, options: SafeFetchOptions): Promise<FetchedResource>
}
