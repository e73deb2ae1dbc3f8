import type { Sentences } from '@atrium/http/translator'

export const timeTrackingRussian: Sentences = {
  'Task was not found': 'Задача не найдена',
  'Time interval was not found': 'Запись времени не найдена',
  'Time interval with this running already exists': 'Таймер уже запущен',
  'The timer runs on this task already': 'Таймер этой задачи уже запущен',
  'The timer runs on another task': 'Таймер запущен для другой задачи',
  'The timer is running; stop it first': 'Таймер запущен; сначала остановите его',
  'No timer is running': 'Таймер не запущен',
  'You see the time of others only in projects that you manage':
    'Чужое время видно только в проектах, где вы менеджер',

  'is required, or duration instead': 'укажите конец или длительность',
  'is no instant': 'такого момента времени нет',
  'must not be in the future': 'не должно быть в будущем',
  'must not end in the future': 'не должно заканчиваться в будущем',
  'must be after startedAt': 'конец должен быть позже начала',
  'must be at most 24 hours after startedAt': 'не больше 24 часов после начала',
  'must be the seconds from startedAt to endedAt': 'нужно число секунд от начала до конца',
  'must be less than 12 hours ago while the timer runs': 'пока таймер идёт, начало — меньше 12 часов назад',
  'gives more than {most} rows; choose fewer days or groups':
    'получается больше {most} строк; выберите меньше дней или групп',
  'must not be before from': 'не раньше начала периода',
  'must be user, task and day or some of them, with commas between them':
    'нужны user, task и day или часть из них через запятую',
}
