// The process in which a database file is read, because SQLite holds the thread meanwhile.
import { examineFile } from '../../db/examine-file.ts'

const [path = '', how] = process.argv.slice(2)
process.stdout.write(JSON.stringify(examineFile(path, { whole: how === 'whole' })))
