export const csvFields = [
  'title',
  'column',
  'description',
  'assignee',
  'startDate',
  'dueDate',
  'priority',
  'estimate',
  'stickers',
] as const
export type CsvField = (typeof csvFields)[number]

/** The index of each field's column in the file. */
export type CsvMapping = Partial<Record<CsvField, number>>

const words: Record<CsvField, string[]> = {
  title: [
    'title',
    'name',
    'summary',
    'task',
    'task name',
    'card name',
    'subject',
    'название',
    'задача',
    'заголовок',
    'тема',
  ],
  column: [
    'column',
    'status',
    'list',
    'list name',
    'state',
    'stage',
    'section',
    'section/column',
    'колонка',
    'столбец',
    'статус',
    'этап',
    'список',
  ],
  description: ['description', 'notes', 'details', 'card description', 'описание', 'заметки'],
  assignee: [
    'assignee',
    'assignee email',
    'assignee e-mail',
    'assigned to',
    'owner',
    'email',
    'e-mail',
    'исполнитель',
    'ответственный',
    'почта',
  ],
  startDate: ['start date', 'start', 'дата начала', 'начало'],
  dueDate: ['due date', 'due', 'deadline', 'end date', 'срок', 'дедлайн', 'крайний срок', 'дата окончания'],
  priority: ['priority', 'приоритет', 'важность'],
  estimate: [
    'estimate',
    'estimate (hours)',
    'estimated hours',
    'original estimate',
    'оценка',
    'оценка (часы)',
    'трудозатраты',
  ],
  stickers: [
    'stickers',
    'sticker',
    'labels',
    'label',
    'tags',
    'tag',
    'метки',
    'метка',
    'теги',
    'тег',
    'ярлыки',
    'стикеры',
  ],
}

/** By the names that other programs give their columns. */
export function guessMapping(headers: string[]): CsvMapping {
  const plain = headers.map(header => header.trim().toLowerCase())
  const found = csvFields.map(field => [field, bestIndex(plain, words[field])] as const)
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

function bestIndex(headers: string[], names: string[]) {
  for (const name of names) {
    const index = headers.indexOf(name)
    if (index >= 0) return index
  }
  return -1
}
