import type { Task } from '@atrium/tasks/tasks/task.contract'

const MAX_LENGTH = 60

const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** The name of a branch that is linked with the task: `wr-12-fix-login`. The key stays as it is, so that it is found. */
export function branchName(
  { number, title }: Pick<Task, 'number' | 'title'>,
  projectKey: string | null | undefined,
) {
  const words = Array.from(
    title
      .toLowerCase()
      .replaceAll('й', 'и')
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, ''),
  )
    .map(character => latin[character] ?? character)
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
  const key = projectKey ? `${projectKey.toLowerCase()}-${number}` : String(number)
  return `${key}-${words}`.slice(0, MAX_LENGTH).replaceAll(/-+/g, '-').replace(/-$/, '')
}
