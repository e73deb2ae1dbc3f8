import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const timeTrackingErrors = defineErrors({
  time_interval_not_found: { status: 404, en: 'Time interval not found', ru: 'Запись времени не найдена' },
  time_interval_running_taken: {
    status: 409,
    kind: 'conflict',
    en: 'You already have a running timer',
    ru: 'У вас уже запущен таймер',
  },
  timer_already_running: {
    status: 409,
    en: 'Your timer is already running on this task',
    ru: 'Ваш таймер уже запущен на этой задаче',
  },
  timer_on_other_task: {
    status: 409,
    en: 'Your timer is running on another task',
    ru: 'Ваш таймер запущен на другой задаче',
  },
  timer_running: {
    status: 409,
    en: 'The timer is still running; stop it first',
    ru: 'Таймер ещё идёт; сначала остановите его',
  },
  no_timer_running: {
    status: 409,
    en: "You don't have a running timer",
    ru: 'У вас нет запущенного таймера',
  },
  time_of_others_hidden: {
    status: 403,
    en: 'You can see the time of others only in projects that you manage',
    ru: 'Чужое время видно только в проектах, которыми вы управляете',
  },

  end_or_duration_required: { en: 'send endedAt or duration', ru: 'укажите конец или длительность' },
  no_such_instant: { en: 'is not a valid date and time', ru: 'такого момента времени нет' },
  in_the_future: { en: "can't be in the future", ru: 'не может быть в будущем' },
  ends_in_the_future: { en: "can't end in the future", ru: 'не может заканчиваться в будущем' },
  end_before_start: { en: 'must be after startedAt', ru: 'конец должен быть позже начала' },
  time_interval_too_long: {
    en: 'must be at most 24 hours after startedAt',
    ru: 'не больше 24 часов после начала',
  },
  duration_mismatch: {
    en: 'must be the number of seconds from startedAt to endedAt',
    ru: 'укажите число секунд от начала до конца',
  },
  timer_start_too_early: {
    en: 'must be less than 12 hours ago while the timer is running',
    ru: 'пока таймер идёт, начало должно быть меньше 12 часов назад',
  },
  to_before_from: { en: "can't be before from", ru: 'не может быть раньше начала периода' },
  report_groups_expected: {
    en: 'must be one or more of user, task and day, separated by commas',
    ru: 'перечислите через запятую user, task и day или часть из них',
  },
  report_too_long: {
    en: 'has more than {limit} rows; choose a shorter period or fewer groups',
    ru: ({ limit }: { limit: number }) =>
      `больше ${pluralRu(limit, 'строки', 'строк', 'строк')}; выберите меньше дней или групп`,
  },
})
