import english from '@atrium/texts/en/tasks'
import { textsOf } from '@atrium/texts/texts'

/** The texts of this service by language, in chapters. */
export const texts = textsOf('tasks', english)
