import { testDocumentedStart } from '../support/documented-start.ts'

testDocumentedStart('own')
