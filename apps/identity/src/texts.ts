import english from '@atrium/texts/en/identity'
import { textsOf } from '@atrium/texts/texts'

/** The texts of this service by language, in chapters. */
export const texts = textsOf('identity', english)
