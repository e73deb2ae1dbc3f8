import type { NewField } from '#fields/field.contract.ts'

/** Generated content that looks like ordinary work. */
export const boardNames = ['Plan', 'Delivery']

export const stickers = [
  { name: 'idea', color: '#f2c94c', icon: '💡' },
  { name: 'blocked', color: '#d64545', icon: '⛔' },
  { name: 'customer', color: '#27ae60', icon: '🤝' },
  { name: 'quick', color: '#2f80ed', icon: '⚡' },
]

/** One field of every type that says something about ordinary work. */
export const fields: NewField[] = [
  {
    name: 'Effort',
    type: 'select',
    showsOnCard: true,
    options: [
      { name: 'Small', color: '#2f9e44' },
      { name: 'Medium', color: '#f08c00' },
      { name: 'Large', color: '#e03131' },
    ],
  },
  { name: 'Budget', type: 'number' },
  { name: 'Reviewer', type: 'person' },
]

const verbs = ['Draft', 'Review', 'Order', 'Test', 'Translate', 'Photograph', 'Compare', 'Fix', 'Measure']

const things = [
  'the home page',
  'the price list',
  'the meeting room',
  'the newsletter',
  'the door sign',
  'the onboarding guide',
  'the supplier quote',
  'the coffee machine',
  'the search results',
  'the invoice template',
  'the floor plan',
]

const descriptions = [
  'What we agreed on so far:\n\n- Start **small**, then do the rest\n- Nothing that needs a new contract\n\nThe numbers are in last month’s spreadsheet.',
  'As discussed on the phone. Ask before spending more than *100*.',
  '1. Review the current state\n2. List what’s missing\n3. Show it to someone who hasn’t seen it yet',
]

export const comments = [
  'Started on this. It’s more work than I expected.',
  'Can someone review this before Friday?',
  'Done on my side. The rest depends on the supplier.',
  'Let’s keep it simple: no images in the first version.',
  'Found the cause. See the description.',
]

export const checklist = ['Talk to stakeholders', 'Prepare a first version', 'Get it reviewed']

/** The lengths of the lists are coprime, so titles repeat as late as possible. */
export function sampleTitles(count: number) {
  return Array.from({ length: count }, (_, index) => `${pick(verbs, index)} ${pick(things, index)}`)
}

export function descriptionOf(index: number) {
  return index % 5 < 3 ? scatter(descriptions, index) : null
}

/** The same on every run, so that runs can be compared. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

/** Evenly distributed, but uncorrelated with other choices by the same index: the golden ratio has no period. */
export function scatter<T>(list: readonly T[], index: number): T {
  const fraction = ((index + 1) * 0.618034) % 1
  return list[Math.floor(fraction * list.length)] as T
}
