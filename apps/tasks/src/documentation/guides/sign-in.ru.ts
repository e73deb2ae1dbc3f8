import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { signInExamples } from './examples.ts'

export const signInRussian: Guide = {
  title: 'Вход',
  lead: 'Войти можно тремя способами. Пароли хранит служба идентификации, здесь их нет.',
  body: at => {
    const examples = signInExamples(at)
    return html`
<h2>В браузере</h2>
<p>Откройте <code>GET /auth/login</code>. Страница переведёт на службу идентификации, а после входа — обратно в
приложение. С параметром <code>?return=…</code> (адрес внутри приложения) человек вернётся именно туда.</p>
${example(examples.browser)}
<p>Сеанс хранится в двух cookie, недоступных скриптам, поэтому отправляйте их с каждым запросом
(<code>credentials: 'include'</code> в <code>fetch</code>). Изменение, подписанное только cookie, должно прийти с
известного службе источника (origin), иначе ответ — 403.</p>
${table(
  ['cookie', 'что в нём', 'срок'],
  [
    ['app_access_token', 'токен доступа, JWT с подписью RS256', '1 час'],
    ['app_refresh_token', 'из него получается следующий токен доступа', '30 дней'],
    ['app_oauth_state', 'связывает начатый вход с этим браузером', '10 минут'],
  ],
)}

<h2>По логину и паролю</h2>
<p>Для приложений без браузера. Логин — адрес почты или номер телефона. При неверных данных ответ — 401.
Если у учётной записи включён вход с кодом, пришлите также <code>twoFactorCode</code>; без него ответ — 401 с
<code>details.reason</code> = <code>two_factor_required</code>.</p>
${example(examples.login)}
${example(examples.loginAnswer)}

<h2>С токеном службы идентификации</h2>
<p>Принимается любой токен доступа, выданный службой идентификации клиенту этой службы, каким бы способом OAuth 2.0 он
ни был получен. Кто пришёл впервые, с первым же запросом получает учётную запись и личный проект.</p>
${example(examples.identity)}

<h2>Как предъявить токен</h2>
<p>В заголовке <code>Authorization</code>; он важнее cookie.</p>
${example(examples.use)}

<h2>Когда срок истёк</h2>
<p>Передавайте токен обновления в cookie <code>app_refresh_token</code>: истёкший сеанс обновится по пути, запрос
выполнится, а ответ принесёт новые cookie. Сколько бы запросов ни пришло сразу, обновление будет одно. Если оно не
удалось, ответ — 401, и нужно войти заново.</p>
${example(examples.refresh)}

<h2>Выход</h2>
<p>Завершает сеанс и здесь, и в службе идентификации, и удаляет cookie.</p>
${example(examples.signOut)}`
  },
}
