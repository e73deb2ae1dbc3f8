import type { Russian } from '@atrium/ui/translation'
import type en from '../en/dashboard.ts'

const dashboard: Russian<typeof en> = {
  lead: 'Как работает эта установка; обновляется каждые полминуты.',
  users: {
    label: 'Активные пользователи',
    archived_one: '{{count}} в архиве',
    archived_few: '{{count}} в архиве',
    archived_many: '{{count}} в архиве',
    archived_other: '{{count}} в архиве',
  },
  signedIn: {
    label: 'Сейчас вошли',
    tokens_one: '{{count}} действующий токен доступа',
    tokens_few: '{{count}} действующих токена доступа',
    tokens_many: '{{count}} действующих токенов доступа',
    tokens_other: '{{count}} действующих токенов доступа',
  },
  today: {
    label: 'Входы сегодня',
    failed_one: '{{count}} неудачный',
    failed_few: '{{count}} неудачных',
    failed_many: '{{count}} неудачных',
    failed_other: '{{count}} неудачных',
  },
  mail: {
    label: 'Письма в очереди',
    failed_one: '{{count}} письмо не ушло',
    failed_few: '{{count}} письма не ушли',
    failed_many: '{{count}} писем не ушло',
    failed_other: '{{count}} писем не ушло',
  },
  charts: {
    signIns: 'Входы за 30 дней',
    newUsers: 'Новые пользователи за 30 дней',
    utc: 'Дни считаются по UTC.',
    day: 'День',
    succeeded: 'Вошли',
    failed: 'Не удалось',
  },
  failures: {
    title: 'Последние неудачные входы',
    none: 'Пока ни одного.',
    unknown: 'Нет такой учётной записи',
    all: 'Все',
  },
  installation: {
    title: 'Эта установка',
    version: 'Версия',
    startedAt: 'Работает с',
    key: 'Ключ подписи используется',
    keyAge_one: '{{count}} день',
    keyAge_few: '{{count}} дня',
    keyAge_many: '{{count}} дней',
    keyAge_other: '{{count}} дней',
  },
}

export default dashboard
