import type { KeyStore } from '../../db/key-store.ts'
import type { UserStore } from '../../db/user-store.ts'
import { keyIdOfOwner, ownerOf, userIdOf } from './actor.ts'
import { PRIMARY_LABEL } from './labels.ts'
import { nameOf } from './users.ts'

interface OwnerNameStores {
  keys: Pick<KeyStore, 'byId'>
  users: Pick<UserStore, 'byId'>
}

const PRIMARY_OWNER = ownerOf({ kind: 'primary' })

/** The name of an owner of jobs, as people know it; the owner's id where nothing is known of it. */
export function ownerNames({ keys, users }: OwnerNameStores): (owner: string) => string {
  return (owner) => {
    if (owner === PRIMARY_OWNER) return PRIMARY_LABEL
    const keyId = keyIdOfOwner(owner)
    if (keyId !== undefined) return keys.byId(keyId)?.label ?? owner
    const userId = userIdOf(owner)
    const user = userId === undefined ? undefined : users.byId(userId)
    return user === undefined ? owner : nameOf(user)
  }
}
