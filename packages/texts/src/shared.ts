import english from './en/shared.ts'
import { textsOf } from './texts.ts'

/** The texts that both services share. */
export const texts = textsOf('shared', english)
