import account from '@atrium/texts/en/account'
import english from '@atrium/texts/en/identity'
import { textsOf } from '@atrium/texts/texts'

/** The texts of this service by language, in chapters. */
export const texts = textsOf('identity', english)

/** The texts that the account application has too. */
export const accountTexts = textsOf('account', account)
