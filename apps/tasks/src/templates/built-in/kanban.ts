import type { BuiltIn } from '../preview.ts'

const table = { kind: 'table', scale: null, orderBy: 'dueDate', groupBy: 'assignee' } as const
const dueThisWeek = 'completed = none and due <= today+7'

export const kanban: BuiltIn = {
  en: {
    name: 'Kanban',
    description: 'A steady flow of work, with limits on what is in progress',
    content: {
      boards: [
        {
          name: 'Board',
          columns: [
            { title: 'Backlog' },
            { title: 'To do' },
            { title: 'In progress', wipLimit: 3 },
            { title: 'Review', wipLimit: 3 },
            { title: 'Done', isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: 'Collect the work you know about',
          description: 'One card for each piece of work. Details can wait until someone starts it.',
          column: 1,
          checklist: ['Add a card for each piece of work', 'Put the most important ones on top'],
        },
        {
          title: 'Agree on limits for work in progress',
          description:
            'The columns In progress and Review take three cards each. When one is full, finish something before you start the next.',
          column: 2,
          stickers: ['Improvement'],
        },
        {
          title: 'Invite your team',
          column: 2,
          priority: 'high',
          dueInDays: 1,
          checklist: ['Invite people in the project’s Members tab', 'Show them this board'],
        },
      ],
      stickers: [
        { name: 'Bug', color: '#d6303a' },
        { name: 'Feature', color: '#1971c2' },
        { name: 'Improvement', color: '#2b8236' },
      ],
      fields: [],
      views: [{ ...table, name: 'Due this week', filter: dueThisWeek, columns: [] }],
    },
  },
  ru: {
    name: 'Канбан',
    description: 'Ровный поток задач с ограничением на работу в процессе',
    content: {
      boards: [
        {
          name: 'Доска',
          columns: [
            { title: 'Бэклог' },
            { title: 'К работе' },
            { title: 'В работе', wipLimit: 3 },
            { title: 'Проверка', wipLimit: 3 },
            { title: 'Готово', isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: 'Собрать известные задачи',
          description: 'На каждую задачу — карточка. Подробности можно добавить, когда дойдёт дело.',
          column: 1,
          checklist: ['Завести карточку на каждую задачу', 'Поднять самые важные наверх'],
        },
        {
          title: 'Договориться об ограничениях',
          description:
            'В колонках «В работе» и «Проверка» помещается по три карточки. Если колонка заполнена, сначала закончите начатое.',
          column: 2,
          stickers: ['Улучшение'],
        },
        {
          title: 'Пригласить команду',
          column: 2,
          priority: 'high',
          dueInDays: 1,
          checklist: ['Пригласить коллег на вкладке «Участники»', 'Показать им доску'],
        },
      ],
      stickers: [
        { name: 'Ошибка', color: '#d6303a' },
        { name: 'Новое', color: '#1971c2' },
        { name: 'Улучшение', color: '#2b8236' },
      ],
      fields: [],
      views: [{ ...table, name: 'Срок на этой неделе', filter: dueThisWeek, columns: [] }],
    },
  },
}
