import type { Task } from '@atrium/tasks/tasks/task.contract'
import { packs } from '@atrium/texts/words'

const MAX_LENGTH = 60

const latin: Record<string, string> = Object.assign({}, ...packs.map(words => words.latin))

/** The name of a branch that is linked with the task: `wr-12-fix-login`. The key stays as it is, so that it is found. */
export function branchName(
  { number, title }: Pick<Task, 'number' | 'title'>,
  projectKey: string | null | undefined,
) {
  const words = Array.from(title.toLowerCase().normalize('NFC'), character => latin[character] ?? character)
    .join('')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  const key = projectKey ? `${projectKey.toLowerCase()}-${number}` : String(number)
  return `${key}-${words}`.slice(0, MAX_LENGTH).replaceAll(/-+/g, '-').replace(/-$/, '')
}
