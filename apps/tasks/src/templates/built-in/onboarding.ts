import type { BuiltIn } from '../preview.ts'

const view = { kind: 'table', scale: null, orderBy: 'dueDate' } as const
// The first field is the week.
const firstWeek = { filter: 'cf1 = 2', groupBy: 'column' } as const
const open = { filter: 'completed = none', groupBy: 'cf1' } as const

export const onboarding: BuiltIn = {
  en: {
    name: 'Onboarding',
    description: 'A new colleague’s first month, from the contract to the review',
    content: {
      boards: [
        {
          name: 'First month',
          columns: [{ title: 'To do' }, { title: 'In progress' }, { title: 'Done', isDone: true }],
        },
      ],
      tasks: [
        {
          title: 'Prepare the first day',
          column: 1,
          dueInDays: 3,
          stickers: ['HR'],
          fields: { Week: 'Before the first day' },
          checklist: ['Contract signed', 'Desk or delivery arranged', 'Team informed', 'First week planned'],
        },
        {
          title: 'Set up the equipment',
          column: 1,
          dueInDays: 3,
          stickers: ['IT'],
          fields: { Week: 'Before the first day' },
          checklist: ['Laptop', 'Email account', 'Access to tools', 'Security key'],
          parent: 1,
        },
        {
          title: 'Welcome and introduction',
          column: 1,
          dueInDays: 5,
          stickers: ['Team'],
          fields: { Week: 'Week 1' },
          checklist: ['Tour', 'Meet the team', 'Lunch together', 'Who to ask about what'],
        },
        {
          title: 'Read the handbook',
          column: 1,
          dueInDays: 8,
          fields: { Week: 'Week 1' },
          checklist: ['How we work', 'Security rules', 'Time off and expenses'],
        },
        {
          title: 'Finish a first small task',
          description: 'Small enough for a few days, useful enough to be proud of.',
          column: 1,
          dueInDays: 14,
          fields: { Week: 'Week 2' },
        },
        {
          title: 'Talk after 30 days',
          column: 1,
          dueInDays: 35,
          stickers: ['HR'],
          fields: { Week: 'Month 1' },
          checklist: ['What goes well?', 'What is missing?', 'Goals for the next two months'],
        },
      ],
      stickers: [
        { name: 'HR', color: '#c2255c' },
        { name: 'IT', color: '#1971c2' },
        { name: 'Team', color: '#2b8236' },
      ],
      fields: [
        {
          name: 'Week',
          type: 'select',
          showsOnCard: true,
          options: [
            { name: 'Before the first day', color: '#5c6770' },
            { name: 'Week 1', color: '#1971c2' },
            { name: 'Week 2', color: '#0b7285' },
            { name: 'Month 1', color: '#2b8236' },
          ],
        },
        { name: 'Buddy', type: 'person' },
      ],
      views: [
        { ...view, ...firstWeek, name: 'Week 1', columns: [] },
        { ...view, ...open, name: 'Plan', columns: [] },
      ],
    },
  },
  ru: {
    name: 'Адаптация',
    description: 'Первый месяц нового коллеги: от договора до беседы об итогах',
    content: {
      boards: [
        {
          name: 'Первый месяц',
          columns: [{ title: 'К работе' }, { title: 'В работе' }, { title: 'Готово', isDone: true }],
        },
      ],
      tasks: [
        {
          title: 'Подготовить первый день',
          column: 1,
          dueInDays: 3,
          stickers: ['Кадры'],
          fields: { Неделя: 'До выхода' },
          checklist: [
            'Договор подписан',
            'Рабочее место или доставка техники',
            'Команда предупреждена',
            'План на первую неделю',
          ],
        },
        {
          title: 'Настроить технику',
          column: 1,
          dueInDays: 3,
          stickers: ['ИТ'],
          fields: { Неделя: 'До выхода' },
          checklist: ['Ноутбук', 'Почта', 'Доступы к сервисам', 'Ключ безопасности'],
          parent: 1,
        },
        {
          title: 'Встреча и знакомство',
          column: 1,
          dueInDays: 5,
          stickers: ['Команда'],
          fields: { Неделя: 'Неделя 1' },
          checklist: ['Экскурсия', 'Знакомство с командой', 'Общий обед', 'К кому с какими вопросами'],
        },
        {
          title: 'Прочитать справочник сотрудника',
          column: 1,
          dueInDays: 8,
          fields: { Неделя: 'Неделя 1' },
          checklist: ['Как мы работаем', 'Правила безопасности', 'Отпуск и расходы'],
        },
        {
          title: 'Закончить первую небольшую задачу',
          description: 'На несколько дней, но такую, которой можно гордиться.',
          column: 1,
          dueInDays: 14,
          fields: { Неделя: 'Неделя 2' },
        },
        {
          title: 'Поговорить через 30 дней',
          column: 1,
          dueInDays: 35,
          stickers: ['Кадры'],
          fields: { Неделя: 'Первый месяц' },
          checklist: ['Что получается?', 'Чего не хватает?', 'Цели на следующие два месяца'],
        },
      ],
      stickers: [
        { name: 'Кадры', color: '#c2255c' },
        { name: 'ИТ', color: '#1971c2' },
        { name: 'Команда', color: '#2b8236' },
      ],
      fields: [
        {
          name: 'Неделя',
          type: 'select',
          showsOnCard: true,
          options: [
            { name: 'До выхода', color: '#5c6770' },
            { name: 'Неделя 1', color: '#1971c2' },
            { name: 'Неделя 2', color: '#0b7285' },
            { name: 'Первый месяц', color: '#2b8236' },
          ],
        },
        { name: 'Наставник', type: 'person' },
      ],
      views: [
        { ...view, ...firstWeek, name: 'Неделя 1', columns: [] },
        { ...view, ...open, name: 'План', columns: [] },
      ],
    },
  },
}
