import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { signInExamples } from './examples.ts'

export const signInRussian: Guide = {
  title: 'Вход',
  lead: 'Войти можно тремя способами. Пароли хранит только служба идентификации.',
  body: at => {
    const examples = signInExamples(at)
    return html`
<h2>В браузере</h2>
<p>Направьте пользователя на <code>GET /auth/login</code>. Страница перенаправит его в службу идентификации, а после входа —
обратно в приложение. Параметр <code>?return=…</code> (адрес внутри приложения) задаёт страницу, на которую он вернётся.</p>
${example(examples.browser)}
<p>Сеанс хранится в двух cookie, недоступных скриптам, поэтому отправляйте их с каждым запросом
(<code>credentials: 'include'</code> в <code>fetch</code>). Изменения с аутентификацией по cookie
принимаются только с разрешённого источника (origin), иначе ответ — 403.</p>
${table(
  ['cookie', 'что в нём', 'срок'],
  [
    ['app_access_token', 'токен доступа, JWT с подписью RS256', '1 час'],
    ['app_refresh_token', 'токен обновления для следующего токена доступа', '30 дней'],
    ['app_oauth_state', 'связывает начатый вход с этим браузером', '10 минут'],
  ],
)}

<h2>По логину и паролю</h2>
<p>Для приложений без браузера. Логин — адрес почты или номер телефона. При неверных данных ответ — 401.
Если включена двухфакторная аутентификация, отправьте также <code>twoFactorCode</code>; без него ответ — 401 с
<code>details.reason</code> = <code>two_factor_required</code>.</p>
${example(examples.login)}
${example(examples.loginAnswer)}

<h2>С токеном службы идентификации</h2>
<p>Принимается любой токен доступа, выданный службой идентификации клиенту этой службы, каким бы способом OAuth 2.0 он
ни был получен. Новый пользователь с первым запросом получает учётную запись и личный проект.</p>
${example(examples.identity)}

<h2>Использование токена</h2>
<p>Отправляйте его в заголовке <code>Authorization</code>: он имеет приоритет над cookie.</p>
${example(examples.use)}

<h2>Когда срок истёк</h2>
<p>Передавайте токен обновления в cookie <code>app_refresh_token</code>: истёкший сеанс обновится во время
запроса, а ответ установит новые cookie. Одновременные запросы используют одно обновление. Если оно не удалось, ответ — 401,
и нужно войти снова.</p>
${example(examples.refresh)}

<h2>Выход</h2>
<p>Завершает сеанс и здесь, и в службе идентификации, и удаляет cookie.</p>
${example(examples.signOut)}`
  },
}
