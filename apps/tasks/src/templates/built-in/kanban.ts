import type { Language } from '@atrium/core/language'
import { texts } from '#texts.ts'
import type { BuiltIn } from '../content/preview.ts'

export function kanban(language: Language): BuiltIn {
  const text = texts(language).templates.kanban
  return {
    name: text.name,
    description: text.description,
    content: {
      boards: [
        {
          name: text.board,
          columns: [
            { title: text.columns[0] },
            { title: text.columns[1] },
            { title: text.columns[2], wipLimit: 3 },
            { title: text.columns[3], wipLimit: 3 },
            { title: text.columns[4], isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: text.tasks[0].title,
          description: text.tasks[0].description,
          column: 1,
          checklist: [...text.tasks[0].checklist],
        },
        {
          title: text.tasks[1].title,
          description: text.tasks[1].description,
          column: 2,
          stickers: [text.stickers[2]],
        },
        {
          title: text.tasks[2].title,
          column: 2,
          priority: 'high',
          dueInDays: 1,
          checklist: [...text.tasks[2].checklist],
        },
      ],
      stickers: [
        { name: text.stickers[0], color: '#d6303a' },
        { name: text.stickers[1], color: '#1971c2' },
        { name: text.stickers[2], color: '#2b8236' },
      ],
      fields: [],
      views: [
        {
          kind: 'table',
          scale: null,
          orderBy: 'dueDate',
          groupBy: 'assignee',
          name: text.views[0],
          filter: 'completed = none and due <= today+7',
          columns: [],
        },
      ],
    },
  }
}
