import { languageCodes } from './languages.ts'

const units = ['week', 'day', 'hour', 'minute', 'second'] as const
export type DurationUnit = (typeof units)[number]

const displays = ['narrow', 'short', 'long'] as const
/** Numbers that have all plural forms of a unit between them. */
const amounts = [1, 2, 5, 1.5]

/** Finds the unit of a duration by its name or a beginning of it, in any language: `h`, `hrs`, `minutes`. */
export function findDurationUnit(typed: string): DurationUnit | undefined {
  const word = typed.toLowerCase()
  const singular = word.length > 2 ? word.replace(/s$/, '') : word
  const find = (isName: (name: string) => boolean) => names().find(({ name }) => isName(name))?.unit
  return (
    find(name => name === word || name === singular) ??
    find(name => word.length !== 2 && name.startsWith(word)) ??
    // Cases that follow no number, which end differently.
    find(name => name.length > 4 && word.length <= name.length && word.startsWith(name.slice(0, -1)))
  )
}

let known: { unit: DurationUnit; name: string }[] | undefined

/** Units as `Intl` writes them, created when a duration is first read. */
function names() {
  known ??= languageCodes.flatMap(language =>
    units.flatMap(unit => displays.flatMap(unitDisplay => namesOf(language, unit, unitDisplay))),
  )
  return known
}

function namesOf(language: string, unit: DurationUnit, unitDisplay: (typeof displays)[number]) {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
  return amounts.map(amount => {
    const part = format.formatToParts(amount).find(({ type }) => type === 'unit')
    return { unit, name: (part?.value ?? unit).toLowerCase().replace('.', '') }
  })
}
