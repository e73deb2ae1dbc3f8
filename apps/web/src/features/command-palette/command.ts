import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import { namesTask, parseTaskKey } from '@atrium/tasks/projects/project-key.contract'
import { plainText } from '@atrium/texts/plain-text'
import type { ReactNode } from 'react'

export interface Command {
  id: string
  label: string
  icon: ReactNode
  run: () => void
  description?: string
  /** Words that find it in addition to its label. */
  keywords?: string
  /** The shortcut that does the same. */
  keys?: string
  /** The name of the project in the label. */
  place?: string
  /** Keeps the palette open. */
  staysOpen?: boolean
  /** Adds something, so it must be chosen: it is never preselected. */
  isCreation?: boolean
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Shortcuts that do the same as a command. */
export const commandKeys = {
  search: 'mod+k',
  newTask: 'c',
  work: 'g w',
  allTasks: 'g a',
  projects: 'g p',
  personalBoard: 'g b',
  time: 'g t',
  notifications: 'g n',
}

type Words = Pick<Command, 'label' | 'keywords'>

/** The commands that the text finds, the best first; equally good ones keep their order. */
export function ranked<One extends Words>(commands: One[], text: string): One[] {
  return commands
    .map(command => ({ command, fit: fitOf(command, text) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .map(({ command }) => command)
}

/** Whether the text is only the name of the command's project: someone who types it first wants to open the project. */
export function namesOnlyPlace({ place }: Pick<Command, 'place'>, text: string) {
  return place !== undefined && fitOf({ label: place }, text) > 0
}

/** How well the best of the commands fits. */
export function bestFit(commands: Words[], text: string) {
  return Math.max(0, ...commands.map(command => fitOf(command, text)))
}

/** Every typed word begins a word of the label or of the keywords: 3 if the label begins like that, 2 for the label, 1 for keywords. */
export function fitOf({ label, keywords = '' }: Words, text: string) {
  const typed = wordsOf(text)
  const own = wordsOf(label)
  const isIn = (words: string[]) => typed.every(word => words.some(one => one.startsWith(word)))
  if (own.join(' ').startsWith(typed.join(' '))) return 3
  if (isIn(own)) return 2
  return isIn([...own, ...wordsOf(keywords)]) ? 1 : 0
}

/** Without case and accents, so that «темная» finds «тёмная». */
function wordsOf(text: string) {
  return plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

interface FoundTask {
  title: string
  number: number
  projectKey: string | null
}

/** Whether a task that an earlier text found can still be shown while the next one is searched. */
export function stillFits({ title, number, projectKey }: FoundTask, text: string) {
  const words = text.split(/\s+/).filter(Boolean)
  return words.every(
    word => namesTask(word, number, projectKey) || plainText(title).includes(plainText(word)),
  )
}

/** What finds the task that the text names, in addition to a search for the text itself. */
export function keyFilters(text: string, projects: Pick<NavigationProject, 'id' | 'key'>[]) {
  const { projectKey, number } = parseTaskKey(text) ?? {}
  const named = projectKey === undefined ? projects : projects.filter(({ key }) => key === projectKey)
  if (number === undefined || named.length === 0) return undefined
  return {
    search: `#${number}`,
    ...(projectKey !== undefined && { projectId: named.map(({ id }) => id).join(',') }),
  }
}

/** What Enter runs: the command chosen with the arrows, else the first one that creates nothing. */
export function selectedOf<One extends Pick<Command, 'id' | 'isCreation'>>(
  commands: One[],
  chosenId: string | undefined,
): One | undefined {
  return commands.find(({ id }) => id === chosenId) ?? commands.find(({ isCreation }) => !isCreation)
}

/** The command before or after the selected one, around the ends of the list. */
export function neighbour<One>(commands: One[], selected: One | undefined, step: 1 | -1): One | undefined {
  if (!selected) return commands.at(step === 1 ? 0 : -1)
  return commands.at((commands.indexOf(selected) + step) % commands.length)
}
