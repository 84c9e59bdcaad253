import S3rver from 's3rver'

// It ends itself where an object goes while a neighbour of it comes; the request at fault is repeated.
process.on('uncaughtException', ({ message }) => process.stderr.write(`s3rver: ${message}\n`))

/** Serves the folder of its argument, and prints its port. */
const [directory = ''] = process.argv.slice(2)
const server = new S3rver({
  ...{ port: 0, address: '127.0.0.1', silent: true, directory },
  configureBuckets: [{ name: 'hearth' }],
})
const { port } = await server.run()
process.stdout.write(`${port}\n`)
