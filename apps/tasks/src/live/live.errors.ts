import { defineErrors } from '@atrium/core/catalogue'

export const liveErrors = defineErrors({
  stream_token_invalid: {
    status: 401,
    en: 'The stream token is used, expired or unknown; request a new one',
    ru: 'Токен потока использован, истёк или неизвестен; запросите новый',
  },
  session_revoked: {
    status: 401,
    en: 'The session has ended; sign in again',
    ru: 'Сеанс завершён; войдите снова',
  },
  session_expired: {
    status: 401,
    en: 'The access token has expired; request a new stream token',
    ru: 'Токен доступа истёк; запросите новый токен потока',
  },
  session_unverified: {
    status: 503,
    en: 'The session could not be checked for too long; open the stream again',
    ru: 'Сеанс слишком долго не удаётся проверить; откройте поток снова',
  },
  forbidden_topic: {
    status: 403,
    en: "You don't have permission to follow this topic",
    ru: 'У вас нет доступа к этой теме',
  },
  slow_consumer: {
    status: 409,
    en: 'The stream was read too slowly',
    ru: 'Поток читается слишком медленно',
  },
  too_many_streams: {
    status: 409,
    en: 'You have opened more than ten streams; this one was the oldest',
    ru: 'Открыто больше десяти потоков; этот — самый старый',
  },
  server_shutdown: { status: 503, en: 'The server is restarting', ru: 'Сервер перезапускается' },
  internal: {
    status: 500,
    en: 'Something went wrong; open the stream again',
    ru: 'Что-то пошло не так; откройте поток снова',
  },

  too_many_topics: { en: 'must be at most {limit} topics', ru: 'не больше {limit} тем' },
  invalid_topics: {
    en: 'must be topics such as board:7 or project:3, separated by commas',
    ru: 'укажите темы через запятую, например board:7,project:3',
  },
})
