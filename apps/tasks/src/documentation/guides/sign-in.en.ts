import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { signInExamples } from './examples.ts'

export const signInEnglish: Guide = {
  title: 'Signing in',
  lead: 'Three ways to a session. The passwords are kept by the identity service; this service never stores one.',
  body: at => {
    const examples = signInExamples(at)
    return html`
<h2>In a browser</h2>
<p>Send the person to <code>GET /auth/login</code>. The page leads on to the identity service, and after the sign-in
back to the application. With <code>?return=…</code>, an address inside the application, they come back to that place.</p>
${example(examples.browser)}
<p>The session is in two cookies that no script can read, so send every request with them
(<code>credentials: 'include'</code> in <code>fetch</code>). A change that is signed in by a cookie must come from an
origin this service knows, otherwise it is refused with 403.</p>
${table(
  ['cookie', 'what it is', 'lives'],
  [
    ['app_access_token', 'the access token, a JWT signed with RS256', '1 hour'],
    ['app_refresh_token', 'what the next access token is made from', '30 days'],
    ['app_oauth_state', 'binds a sign-in under way to this browser', '10 minutes'],
  ],
)}

<h2>With login and password</h2>
<p>For applications without a browser. The login is an e-mail address or a telephone number. Wrong credentials are 401.
If the account has two-factor sign-in, send <code>twoFactorCode</code> too; without it the answer is 401 with
<code>details.reason</code> = <code>two_factor_required</code>.</p>
${example(examples.login)}
${example(examples.loginAnswer)}

<h2>With a token of the identity service</h2>
<p>Any access token that the identity service issues to this service's own client is accepted, by whichever OAuth 2.0
grant it came. A person who has never been here gets an account and a personal project with the first request.</p>
${example(examples.identity)}

<h2>Using the token</h2>
<p>In the <code>Authorization</code> header; it wins over the cookie.</p>
${example(examples.use)}

<h2>When it expires</h2>
<p>Send the refresh token along as the cookie <code>app_refresh_token</code>: an expired session is renewed on the way,
the request goes on, and the answer sets the new cookies. Many requests at once share one renewal. Only when
that fails is the answer 401: then sign in again.</p>
${example(examples.refresh)}

<h2>Signing out</h2>
<p>Ends the session here and at the identity service, and clears the cookies.</p>
${example(examples.signOut)}`
  },
}
