import type { RecurrenceMode } from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import type { Rule } from '@atrium/tasks/tasks/recurrence/rule.contract'
import { isEveryWeekday, type RuleWords } from '@atrium/texts/rule-words'
import { packOf } from '@atrium/texts/words'
import { dayInWords } from '../../../data/days.ts'

/** “Every two weeks on Monday and Thursday, until March 1, 2027” */
export function ruleSentence(rule: Rule, mode: RecurrenceMode, language: string) {
  const words = packOf(language).rules ?? (packOf('en').rules as RuleWords)
  const days = mode === 'completion' ? words.afterCompletion(rule) : scheduleOf(rule, words)
  const sentence = [days, ...endOf(rule, words, language)].join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function scheduleOf(rule: Rule, words: RuleWords) {
  const { frequency, interval, byDay, byMonth } = rule
  if (interval === 1 && byMonth.length === 0 && isEveryWeekday(rule)) return words.everyWeekday
  // A rule for every day that names weekdays is one for every week.
  const isDaily = frequency === 'DAILY' && interval === 1 && byDay.length > 0
  const shown: Rule = isDaily ? { ...rule, frequency: 'WEEKLY' } : rule
  const days = words.days(shown)
  return `${words.every(shown)}${/^(,|$)/.test(days) ? days : ` ${days}`}`
}

function endOf({ until, count }: Rule, words: RuleWords, language: string) {
  if (count) return [words.times(count)]
  if (!until) return []
  return [words.until(dayInWords(until, language, { day: 'numeric', month: 'long', year: 'numeric' }))]
}
