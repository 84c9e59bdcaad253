import type { NewCredential } from '../../core/identity/devices/devices.ts'
import type { CredentialView } from './schema.ts'

export function credentialView({ credential, expiresInSeconds }: NewCredential): CredentialView {
  return { access_token: credential, token_type: 'Bearer', expires_in: expiresInSeconds }
}
