/** Plainly made up, and dull enough to look like work. */
export const boardNames = ['Plan', 'Delivery']

export const stickers = [
  { name: 'idea', color: '#f2c94c', icon: '💡' },
  { name: 'blocked', color: '#d64545', icon: '⛔' },
  { name: 'customer', color: '#27ae60', icon: '🤝' },
  { name: 'quick', color: '#2f80ed', icon: '⚡' },
]

const verbs = ['Draft', 'Review', 'Order', 'Test', 'Translate', 'Photograph', 'Compare', 'Repair', 'Measure']

const things = [
  'the front page',
  'the price list',
  'the meeting room',
  'the newsletter',
  'the sign at the door',
  'the onboarding guide',
  'the supplier’s offer',
  'the coffee machine',
  'the search results',
  'the invoice template',
  'the floor plan',
]

const descriptions = [
  'What has been agreed so far:\n\n- **small** first, then the rest\n- nothing that needs a new contract\n\nThe numbers are in the table of last month.',
  'As discussed on the telephone. Ask before spending more than *100*.',
  '1. Look at how it is now\n2. Write down what is missing\n3. Show it to somebody who has never seen it',
]

export const comments = [
  'I have begun; it is more than I thought.',
  'Could somebody look at this before Friday?',
  'Done as far as I can tell. The rest depends on the supplier.',
  'Let us keep it simple: the first version without pictures.',
  'Found the cause, see the description.',
]

export const checklist = ['Ask those concerned', 'Make a first version', 'Have it checked']

/** The two lists have no common divisor: it is long before a title comes twice. */
export function makeUpTitles(count: number) {
  return Array.from({ length: count }, (_, index) => `${pick(verbs, index)} ${pick(things, index)}`)
}

export function descriptionOf(index: number) {
  return index % 5 < 3 ? scatter(descriptions, index) : null
}

/** The same ones each time, so that two runs can be compared. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

/** Evenly too, but in no order that meets another choice made by the same index: the golden ratio has no period. */
export function scatter<T>(list: readonly T[], index: number): T {
  const fraction = ((index + 1) * 0.618034) % 1
  return list[Math.floor(fraction * list.length)] as T
}
