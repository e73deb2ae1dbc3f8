import { Forbidden } from '#errors.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'
import type { VerifiedPerson } from '../providers/provision-user.ts'

/** Someone of a directory whose address belongs to an account here. The sign-in page asks for its password, and links both. */
export class DirectoryAccountExists extends Forbidden<'directory_account_exists'> {
  readonly provider: Pick<StoredProvider, 'slug' | 'name'>
  readonly person: VerifiedPerson
  readonly userId: number

  constructor(provider: Pick<StoredProvider, 'slug' | 'name'>, person: VerifiedPerson, userId: number) {
    super('directory_account_exists', { name: provider.name })
    this.provider = provider
    this.person = person
    this.userId = userId
  }
}
