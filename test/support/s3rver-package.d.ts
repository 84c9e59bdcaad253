/** The part of the package that the tests use; it comes without types. */
declare module 's3rver' {
  class S3rver {
    constructor(options: object)
    run(): Promise<{ port: number }>
  }
  export = S3rver
}
