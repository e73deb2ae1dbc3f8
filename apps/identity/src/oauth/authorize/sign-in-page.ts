import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/page'
import { getSignInScript } from './authorize.contract.ts'

const texts = {
  en: {
    title: 'Sign in',
    asks: 'to continue to',
    confirm: 'You’re already signed in. Enter your password to give this app access to your account.',
    username: 'Email or phone',
    password: 'Password',
    submit: 'Sign in',
    code: 'Authenticator code or recovery code',
    passkey: 'Sign in with a passkey',
    passkeyProblem: 'The passkey didn’t work. Try again, or use your password.',
    forgotten: 'Forgot password?',
    wait: 'One moment…',
    go: 'Continue',
  },
  ru: {
    title: 'Вход',
    asks: 'чтобы продолжить в',
    confirm: 'Вы уже вошли. Введите пароль, чтобы дать приложению доступ к учётной записи.',
    username: 'Почта или телефон',
    password: 'Пароль',
    submit: 'Войти',
    code: 'Код из приложения или резервный код',
    passkey: 'Войти с ключом доступа',
    passkeyProblem: 'Не удалось войти с ключом. Попробуйте ещё раз или введите пароль.',
    forgotten: 'Забыли пароль?',
    wait: 'Секунду…',
    go: 'Продолжить',
  },
}

interface SignInForm {
  language: Language
  applicationName: string
  redirectUri: string
  formToken: string
  hidden: Record<string, string>
  username?: string
  /** Set once the password was accepted: the form then asks for the code. */
  twoFactorToken?: string
  /** In the language of the page. */
  problem?: string
  /** The user is signed in, but the application asks for the password again; the page explains it. */
  isSignedIn?: boolean
}

/** Works without a script; a problem is announced and the username stays. */
export function signInPage(form: SignInForm): Page {
  const { language, applicationName, redirectUri, formToken, hidden, username = '', problem } = form
  const { twoFactorToken } = form
  const text = texts[language]
  return {
    language,
    title: text.title,
    formTargets: [sourceOf(redirectUri)],
    ...(twoFactorToken === undefined && { script: getSignInScript.path }),
    body: html`<h1>${text.title}</h1>
<p class="quiet">${text.asks} <strong>${applicationName}</strong></p>
${form.isSignedIn && html`<p class="quiet">${text.confirm}</p>`}
${problem && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
<form method="post" action="/auth/authorize">
<input type="hidden" name="csrf_token" value="${formToken}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${twoFactorToken === undefined ? credentialFields(text, username) : codeFields(text, twoFactorToken, username)}
<button type="submit">${text.submit}</button>
${twoFactorToken === undefined && passkeyFields(text)}
</form>
<p class="quiet"><a href="/password-reset">${text.forgotten}</a></p>`,
  }
}

type Texts = (typeof texts)['en']

function credentialFields(text: Texts, username: string) {
  return html`<label for="username">${text.username}</label>
<input id="username" name="username" value="${username}" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required ${username === '' && html`autofocus`}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required ${username !== '' && html`autofocus`}>`
}

/** Shown by the script where the browser knows passkeys; it fills in the two fields and sends the form. */
function passkeyFields(text: Texts) {
  return html`<button type="button" class="second" id="passkey" hidden>${text.passkey}</button>
<p class="problem" role="alert" id="passkey-problem" hidden>${text.passkeyProblem}</p>
<input type="hidden" name="passkey_challenge" value="">
<input type="hidden" name="passkey_response" value="">`
}

function codeFields(text: Texts, twoFactorToken: string, username: string) {
  return html`<input type="hidden" name="two_factor_token" value="${twoFactorToken}">
<input type="hidden" name="username" value="${username}">
<label for="code">${text.code}</label>
<input id="code" name="two_factor_code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus>`
}

/**
 * Browsers don't send strict cookies with a navigation from another site. This page opens the same address again from
 * our own origin, so that a signed-in user isn't asked to sign in.
 */
export function reopenPage(language: Language, address: string): Page {
  const text = texts[language]
  return {
    language,
    title: text.wait,
    head: html`<meta http-equiv="refresh" content="0;url=${address}">`,
    body: html`<h1>${text.wait}</h1><p><a href="${address}">${text.go}</a></p>`,
  }
}

/** A form's redirect must be allowed by the policy too: an origin, or the scheme of a native application. */
function sourceOf(redirectUri: string) {
  const { protocol, origin } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}
