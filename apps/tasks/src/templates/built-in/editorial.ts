import type { Language } from '@atrium/core/language'
import { texts } from '#texts.ts'
import type { BuiltIn } from '../content/preview.ts'

export function editorial(language: Language): BuiltIn {
  const text = texts(language).templates.editorial
  return {
    name: text.name,
    description: text.description,
    content: {
      boards: [
        {
          name: text.board,
          columns: [
            { title: text.columns[0] },
            { title: text.columns[1], wipLimit: 5 },
            { title: text.columns[2], wipLimit: 3 },
            { title: text.columns[3] },
            { title: text.columns[4], isDone: true },
          ],
        },
      ],
      tasks: [
        { title: text.tasks[0].title, column: 1, dueInDays: 7, checklist: [...text.tasks[0].checklist] },
        {
          title: text.tasks[1].title,
          description: text.tasks[1].description,
          column: 2,
          dueInDays: 10,
          stickers: [text.stickers[0]],
          fields: { [text.fields[0].name]: text.fields[0].options[0] },
          checklist: [...text.tasks[1].checklist],
        },
        {
          title: text.tasks[2].title,
          column: 2,
          dueInDays: 5,
          recurrence: { rule: 'FREQ=WEEKLY', mode: 'calendar', leadDays: 5 },
          stickers: [text.stickers[1]],
          fields: { [text.fields[0].name]: text.fields[0].options[1] },
          checklist: [...text.tasks[2].checklist],
        },
      ],
      stickers: [
        { name: text.stickers[0], color: '#1971c2' },
        { name: text.stickers[1], color: '#c2410c' },
        { name: text.stickers[2], color: '#7048e8' },
        { name: text.stickers[3], color: '#2b8236' },
      ],
      fields: [
        {
          name: text.fields[0].name,
          type: 'select',
          showsOnCard: true,
          options: [
            { name: text.fields[0].options[0], color: '#1971c2' },
            { name: text.fields[0].options[1], color: '#c2410c' },
            { name: text.fields[0].options[2], color: '#c2255c' },
            { name: text.fields[0].options[3], color: '#7048e8' },
          ],
        },
        { name: text.fields[1].name, type: 'date', showsOnCard: true },
        { name: text.fields[2].name, type: 'url' },
      ],
      views: [
        {
          kind: 'table',
          scale: null,
          filter: 'completed = none',
          orderBy: 'cf2',
          groupBy: 'cf1',
          name: text.views[0],
          columns: [],
        },
      ],
    },
  }
}
