/**
 * Turns a HEAD into a GET; the server omits the body by itself. The router would read the whole
 * body to know its length, even of a stream that ends in an hour.
 */
export function asGet({
  url,
  headers,
  signal,
}: Pick<Request, 'url' | 'headers' | 'signal'>): Request {
  return new Request(url, { headers, signal })
}
