import type { Russian } from '@atrium/ui/translation'
import type en from '../en/reference-data.ts'

const referenceData: Russian<typeof en> = {
  lead: 'То, из чего люди выбирают в своих профилях.',
  tabs: { cities: 'Города', languages: 'Языки', posts: 'Должности' },
  search: { cities: 'Поиск города', languages: 'Поиск языка', posts: 'Поиск должности' },
  create: { cities: 'Новый город', languages: 'Новый язык', posts: 'Новая должность' },
  text: {
    cities: 'Где люди живут; с городом задаётся часовой пояс.',
    languages: 'Какой язык люди предпочитают.',
    posts: 'Кем люди работают.',
  },
  count_one: '{{count}} запись',
  count_few: '{{count}} записи',
  count_many: '{{count}} записей',
  count_other: '{{count}} записи',
  edit: 'Изменить {{name}}',
  delete: 'Удалить {{name}}',
  saved: 'Сохранено: {{name}}.',
  deleted: 'Удалено: {{name}}.',
  deleteTitle: 'Удалить {{name}}?',
  deleteText: 'Отменить это нельзя. То, что кто-то выбрал, удалить не получится.',
  inUse: '{{name}} удалить нельзя: кто-то выбрал это в своём профиле.',
  taken: 'Такая запись уже есть.',
  empty: { title: 'Ничего не найдено', text: 'По запросу ничего нет, или записей пока нет.' },
  fields: {
    name: 'Название',
    region: 'Регион',
    country: 'Страна',
    timeZone: 'Часовой пояс',
    code: 'Код',
    codeText: 'По BCP 47, например en или pt-BR',
    languageName: 'Название по-английски',
    nativeName: 'Название на самом языке',
    description: 'Описание',
  },
  clear: 'Очистить',
  nothing: 'Ничего не найдено',
}

export default referenceData
