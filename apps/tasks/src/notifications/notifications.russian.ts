import type { Sentences } from '@atrium/http/translator'

export const notificationsRussian: Sentences = {
  'Notification was not found': 'Уведомление не найдено',
  'This notification is for somebody else': 'Это уведомление для другого человека',
  'The stream token is used, expired or unknown; ask for a new one':
    'Токен потока использован, истёк или неизвестен; запросите новый',
  'The session of this stream token has ended; sign in again':
    'Сеанс, для которого выдан токен потока, завершён; войдите снова',
  'You may not follow {topic}': 'Вам нельзя следить за {topic}',
  'must be topics such as board:7 or project:3 with commas between them':
    'нужны темы через запятую, например board:7 или project:3',
  'must be projects of which you are a member': 'нужны проекты, в которых вы участвуете',
}
