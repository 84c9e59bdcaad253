/** A media type without its parameters, in lower case; '' when there is none. */
export function mediaTypeOf(request: Request): string {
  const [type = ''] = contentType(request).split(';', 1)
  return type.trim().toLowerCase()
}

const BOUNDARY = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i
/** RFC 2046, 5.1.1 */
const BOUNDARY_CHARACTERS = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/** The boundary of a multipart body; undefined without a valid one. */
export function boundaryOf(request: Request): string | undefined {
  const [, quoted, plain = ''] = BOUNDARY.exec(contentType(request)) ?? []
  const boundary = quoted ?? plain
  return BOUNDARY_CHARACTERS.test(boundary) ? boundary : undefined
}

function contentType(request: Request): string {
  return request.headers.get('content-type') ?? ''
}
