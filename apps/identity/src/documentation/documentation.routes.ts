import { html } from '@atrium/core/html'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { Route } from '#route.ts'
import { getDocumentation, getStartPage } from './documentation.contract.ts'

const links = {
  documentation: '/docs',
  api: '/docs/apidoc',
  description: '/docs/apidoc/json',
  admin: '/admin',
  account: '/account',
}

const texts = {
  en: {
    lead: 'The identity service: sign-in, tokens, users, roles and permissions.',
    guides: 'Guides for developers',
    interactive: 'Interactive API documentation',
    json: 'Machine-readable description (OpenAPI 3.1)',
    admin: 'Administration',
    account: 'Your account',
    title: 'Documentation',
    signIn: 'Signing in',
    signInText:
      'Browsers use the authorization-code flow at /auth/authorize; services use client_credentials at /token. Any OAuth 2.0 library works.',
    tokens: 'Checking tokens',
    tokensText:
      'Verify the signature with /.well-known/jwks.json (RS256, aud is your client ID). Check for revoked tokens with POST /token/introspect.',
    errors: 'Errors',
    errorsText:
      'An error has the form {"error": {"code", "message", "details"}}; a 422 lists the fields in details.errors.',
  },
  ru: {
    lead: 'Служба идентификации: вход, токены, пользователи, роли и права.',
    guides: 'Руководства для разработчиков (на английском)',
    interactive: 'Интерактивная документация API',
    json: 'Машиночитаемое описание (OpenAPI 3.1)',
    admin: 'Администрирование',
    account: 'Учётная запись',
    title: 'Документация',
    signIn: 'Вход',
    signInText:
      'Браузеры входят по коду авторизации через /auth/authorize, сервисы — по client_credentials через /token. Подойдёт любая библиотека OAuth 2.0.',
    tokens: 'Проверка токенов',
    tokensText:
      'Подпись проверяется ключами /.well-known/jwks.json (RS256, aud — идентификатор клиента), а отзыв — запросом POST /token/introspect.',
    errors: 'Ошибки',
    errorsText:
      'Ошибка имеет вид {"error": {"code", "message", "details"}}; при 422 поля перечислены в details.errors.',
  },
}

export function documentationRoutes(route: Route, version: string) {
  route(getStartPage, {}, ({ request, reply }) => {
    if (!request.headers.accept?.includes('text/html'))
      return { name: 'Atrium identity service', version, links }
    const language = languageOf(request)
    const text = texts[language]
    return sendPage(reply, {
      language,
      title: 'Atrium',
      body: html`<h1>Atrium</h1><p class="lead">${text.lead}</p>
<a class="button" href="${links.account}">${text.account}</a>
<p class="links"><a href="${links.admin}">${text.admin}</a><a href="${links.documentation}">${text.title}</a></p>
<p class="lead quiet">${version}</p>`,
    })
  })

  route(getDocumentation, {}, ({ request, reply }) => {
    const language = languageOf(request)
    const text = texts[language]
    return sendPage(reply, {
      language,
      title: text.title,
      layout: 'guide',
      body: html`<h1>${text.title}</h1><p class="lead">${text.lead}</p>
<h2>${text.signIn}</h2><p>${text.signInText}</p>
<h2>${text.tokens}</h2><p>${text.tokensText}</p>
<h2>${text.errors}</h2><p>${text.errorsText}</p>
<p><a href="/docs/guides">${text.guides}</a></p>
<p><a href="${links.api}">${text.interactive}</a></p>
<p><a href="${links.description}">${text.json}</a></p>`,
    })
  })
}
