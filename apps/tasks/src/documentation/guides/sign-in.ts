import { html } from '@atrium/core/html'
import { type Addresses, example, type Guide, table } from './guide.ts'

export const signInGuide: Guide = {
  en: {
    title: 'Signing in',
    lead: 'There are three ways to sign in. Passwords are stored only by the identity service.',
    body: at => {
      const examples = signInExamples(at)
      return html`
<h2>In a browser</h2>
<p>Send the user to <code>GET /auth/login</code>. The page redirects to the identity service and, after sign-in, back to
the application. Use <code>?return=…</code> with a path of the application to choose the page they return to.
<code>GET /auth/sign-in</code> does the same without showing a page.</p>
${example(examples.browser)}
<p>The session is stored in two cookies that scripts can't read, so send them with every request
(<code>credentials: 'include'</code> in <code>fetch</code>). Changes authenticated by a cookie must come from an allowed
origin; otherwise the response is 403.</p>
${table(
  ['cookie', 'content', 'lifetime'],
  [
    ['app_access_token', 'the access token, a JWT signed with RS256', '1 hour'],
    ['app_refresh_token', 'the refresh token for the next access token', '30 days'],
    ['app_oauth_state', 'binds a sign-in in progress to this browser', '10 minutes'],
  ],
)}

<h2>With login and password</h2>
<p>For applications without a browser. The login is an email address or phone number. Incorrect credentials return 401.
If the account uses two-factor authentication, also send <code>twoFactorCode</code>; without it the response is 401 with
<code>details.reason</code> = <code>two_factor_required</code>.</p>
${example(examples.login)}
${example(examples.loginAnswer)}

<h2>With a token from the identity service</h2>
<p>Any access token that the identity service issues to this service's own client is accepted, regardless of the OAuth
2.0 grant. New users get an account and a personal project with their first request.</p>
${example(examples.identity)}

<h2>Use the token</h2>
<p>Send it in the <code>Authorization</code> header, which takes precedence over the cookie.</p>
${example(examples.use)}

<h2>When it expires</h2>
<p>Send the refresh token as the <code>app_refresh_token</code> cookie: an expired session is renewed during the request,
and the response sets the new cookies. Concurrent requests share one renewal. If the renewal fails, the response is 401
and the user has to sign in again.</p>
${example(examples.refresh)}

<h2>Sign out</h2>
<p>Ends the session here and at the identity service, and clears the cookies.</p>
${example(examples.signOut)}`
    },
  },
  ru: {
    title: 'Вход',
    lead: 'Войти можно тремя способами. Пароли хранит только служба идентификации.',
    body: at => {
      const examples = signInExamples(at)
      return html`
<h2>В браузере</h2>
<p>Направьте пользователя на <code>GET /auth/login</code>. Страница перенаправит его в службу идентификации, а после входа —
обратно в приложение. Параметр <code>?return=…</code> (адрес внутри приложения) задаёт страницу, на которую он вернётся.
<code>GET /auth/sign-in</code> делает то же самое сразу, без страницы.</p>
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
  },
}

/** The same requests in both languages; a test sends them to the service. */
function signInExamples({ tasks, identity }: Addresses) {
  return {
    browser: `${tasks}/auth/login?return=projects`,
    login: `curl -s ${tasks}/user/login \\
  -H 'Content-Type: application/json' \\
  -d '{"login": "ann@example.org", "password": "correct horse battery"}'`,
    loginAnswer: '{"token": "eyJhbGciOiJSUzI1NiIs…", "expires_in": 3600, "refresh_token": "mF_9…"}',
    identity: `curl -s ${identity}/token \\
  -d grant_type=password \\
  -d username=ann@example.org -d password='correct horse battery' \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"`,
    use: `curl -s ${tasks}/users/me -H "Authorization: Bearer $TOKEN"`,
    refresh: `curl -s -i ${tasks}/users/me -H "Cookie: app_refresh_token=$REFRESH_TOKEN"`,
    signOut: `curl -s ${tasks}/auth/logout -H "Authorization: Bearer $TOKEN"`,
  }
}
