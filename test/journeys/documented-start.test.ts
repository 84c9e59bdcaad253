import { canStartAs, testDocumentedStart } from '../support/documented-start.ts'

// Where the tests run as root, `test/slow` has the start as root.
testDocumentedStart(canStartAs('ordinary') ? 'ordinary' : 'own')
