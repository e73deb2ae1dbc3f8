import type { GuideInLanguages } from './guide.ts'
import { errorsEnglish } from './guides/errors.en.ts'
import { errorsRussian } from './guides/errors.ru.ts'
import { eventsEnglish } from './guides/events.en.ts'
import { eventsRussian } from './guides/events.ru.ts'
import { signInEnglish } from './guides/sign-in.en.ts'
import { signInRussian } from './guides/sign-in.ru.ts'
import { tasksEnglish } from './guides/tasks.en.ts'
import { tasksRussian } from './guides/tasks.ru.ts'

/** In the order in which they are read. */
export const guides = new Map<string, GuideInLanguages>([
  ['sign-in', { en: signInEnglish, ru: signInRussian }],
  ['tasks', { en: tasksEnglish, ru: tasksRussian }],
  ['events', { en: eventsEnglish, ru: eventsRussian }],
  ['errors', { en: errorsEnglish, ru: errorsRussian }],
])
