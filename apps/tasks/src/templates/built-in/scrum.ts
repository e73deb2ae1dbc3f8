import type { Language } from '@atrium/core/language'
import { texts } from '#texts.ts'
import type { BuiltIn } from '../content/preview.ts'

export function scrum(language: Language): BuiltIn {
  const text = texts(language).templates.scrum
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
            { title: text.columns[2], wipLimit: 5 },
            { title: text.columns[3], wipLimit: 5 },
            { title: text.columns[4], isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: text.tasks[0].title,
          description: text.tasks[0].description,
          column: 1,
          stickers: [text.stickers[0]],
          fields: { [text.fields[0].name]: 3 },
          checklist: [...text.tasks[0].checklist],
        },
        {
          title: text.tasks[1].title,
          column: 2,
          priority: 'high',
          dueInDays: 1,
          fields: { [text.fields[1].name]: text.fields[1].options[0] },
          checklist: [...text.tasks[1].checklist],
        },
        {
          title: text.tasks[2].title,
          column: 2,
          dueInDays: 14,
          recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2', mode: 'calendar', leadDays: 7 },
          checklist: [...text.tasks[2].checklist],
        },
      ],
      stickers: [
        { name: text.stickers[0], color: '#1971c2' },
        { name: text.stickers[1], color: '#d6303a' },
        { name: text.stickers[2], color: '#7048e8' },
        { name: text.stickers[3], color: '#a15c07' },
      ],
      fields: [
        { name: text.fields[0].name, type: 'number', showsOnCard: true },
        {
          name: text.fields[1].name,
          type: 'select',
          showsOnCard: true,
          options: [
            { name: text.fields[1].options[0], color: '#1971c2' },
            { name: text.fields[1].options[1], color: '#0b7285' },
            { name: text.fields[1].options[2], color: '#2b8236' },
          ],
        },
      ],
      views: [
        {
          kind: 'table',
          scale: null,
          orderBy: 'position',
          groupBy: 'column',
          name: text.views[0],
          filter: 'cf2 = 1',
          columns: [],
        },
        {
          kind: 'table',
          scale: null,
          orderBy: 'position',
          groupBy: null,
          name: text.views[1],
          filter: 'completed = none and cf1 = none',
          columns: [],
        },
      ],
    },
  }
}
