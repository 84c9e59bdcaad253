import type { AppError } from '../platform/errors.ts'

/** Bounds of one download. */
export interface SafeFetchOptions {
  /** Most bytes of the body, after decompression. */
  maxBytes: number
  /** What that bound is of, as a refusal names it; `one download` by default. */
  boundOf?: string | undefined
  /** Milliseconds from the call to the last byte of the body, redirects included. */
  deadlineMs: number
  /** Ends the download early; the call, or the body, then fails with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The header `Accept`; any type by default. */
  accept?: string | undefined
  /** `GET` by default. */
  method?: 'GET' | 'HEAD' | 'POST' | undefined
  /** Redirects that are followed, of the most that there are. */
  maxRedirects?: number | undefined
  /** Of a `POST`. Redirects of 307 and 308 send it again, others turn the request into a `GET`. */
  body?: string | Uint8Array<ArrayBuffer> | undefined
  /**
   * Further headers, and `User-Agent` in place of Hearth's. Those that may hold a secret are not sent
   * on to another origin. Those of the connection, as `Host`, cannot be set.
   */
  headers?: Readonly<Record<string, string>> | undefined
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
 * Sends requests to addresses that users give. Only public addresses are dialled, over http and https,
 * and each of at most five redirects is checked anew. Who calls bounds how many run at a time: a
 * process has 256 connections by `fetch`, which engines need as well.
 */
export interface SafeFetch {
  /**
   * @throws {AppError} `invalid` when the text is not an http or https URL that may be used;
   * `address_refused` when its host has no address on the public internet; `too_large`;
   * `download_timeout`; `download_failed` when the server cannot be reached or understood
   */
  fetch(url: string, options: SafeFetchOptions): Promise<FetchedResource>
}

/** The operator's own proxy, through which everything is fetched. */
export interface OperatorProxySettings {
  url: string
  /** What it is asked for: the address that was checked, or the name, which it resolves again. */
  target: 'address' | 'name'
}

/** Bounds of one program's use of the network. */
export interface EgressProxyOptions {
  /** Most bytes in both directions, over all connections. */
  maxBytes: number
  /** Milliseconds until all connections are closed, and none is taken any more. */
  deadlineMs: number
  /** Most connections at a time; 32 by default. */
  maxConnections?: number | undefined
  /** Closes the proxy early. */
  signal?: AbortSignal | undefined
  /** Told of each connection that is not made, with the sentence that the program is given. */
  onRefusal?: ((host: string, error: AppError) => void) | undefined
  /**
   * For a program without any network: the proxy listens on a Unix socket, which a bridge beside the
   * program makes a port of its loopback. Only the owner may enter the socket's folder.
   */
  bridge?: { socketPath: string; port: number } | undefined
}

/**
 * A proxy on this machine for one program that cannot be given a checked address. Closing it closes
 * its connections.
 */
export interface EgressProxy extends AsyncDisposable {
  /** `http://user:password@127.0.0.1:port`. A secret: give it by the environment or by a pipe. */
  readonly url: string
  /** `http://127.0.0.1:port`, for programs that take the credential apart. */
  readonly server: string
  readonly username: string
  readonly password: string
  /**
   * Why a connection failed: the last, but an address that was refused, or too many bytes, remain.
   * Programs tell it in words of their own, if at all.
   */
  readonly failure: AppError | undefined
}

/** Opens a proxy that applies the rules of {@link SafeFetch} to each connection. */
export type OpenEgressProxy = (options: EgressProxyOptions) => Promise<EgressProxy>
