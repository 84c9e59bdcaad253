/**
 * A HEAD as the GET whose headers it asks for; the server leaves the body out by itself. The router
 * would read the whole body to tell its length, also of a stream that ends in an hour.
 */
export function asGet({ url, headers, signal }: Request): Request {
  return new Request(url, { headers, signal })
}
