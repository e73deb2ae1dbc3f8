import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import { suggestProjectKey } from '@atrium/tasks/projects/project-key.contract'

/** White letters are readable on each of them, and each stands out from both backgrounds. */
export const projectColors = {
  blue: '#1971c2',
  teal: '#0b7285',
  green: '#2b8236',
  olive: '#4d7c0f',
  amber: '#a15c07',
  orange: '#c2410c',
  red: '#d6303a',
  pink: '#c2255c',
  violet: '#7048e8',
  gray: '#5c6770',
} as const

const colors = Object.values(projectColors)

export interface MarkedProject {
  id: number
  name: string
  color: string | null
  icon: string | null
}

/** A project without a color gets one that stays the same when it is renamed. */
export function colorOf({ id, color }: Pick<MarkedProject, 'id' | 'color'>): string {
  return color ?? colors[id % colors.length] ?? projectColors.gray
}

const MIN_CONTRAST = 4.5

/** White if it is readable on the color, otherwise black: one of them always is. */
export function letterColorOn(color: string) {
  return 1.05 / (luminance(color) + 0.05) >= MIN_CONTRAST ? '#fff' : '#000'
}

/** The relative luminance of WCAG 2. */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The first letter or digit, or whatever the name begins with. */
export function initialOf(name: string) {
  const [initial] = /[\p{L}\p{N}]/u.exec(name) ?? Array.from(name.trim())
  return initial?.toUpperCase() ?? ''
}

type Others = Pick<NavigationProject, 'id' | 'key' | 'color'>[]

/** From the name, with a digit if another project of the user has that key. */
export function suggestedKey(name: string, others: Others) {
  const key = suggestProjectKey(name)
  const taken = new Set(others.map(other => other.key))
  if (!taken.has(key)) return key
  const free = [2, 3, 4, 5, 6, 7, 8, 9].map(digit => `${key}${digit}`).find(next => !taken.has(next))
  return free ?? key
}

/** The color that the fewest of the user's projects have. */
export function suggestedColor(others: Others): string {
  const used = others.map(colorOf)
  const uses = (color: string) => used.filter(other => other === color).length
  return colors.toSorted((one, other) => uses(one) - uses(other))[0] ?? projectColors.gray
}
