import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { signInExamples } from './examples.ts'

export const signInEnglish: Guide = {
  title: 'Signing in',
  lead: 'There are three ways to sign in. Passwords are stored only by the identity service.',
  body: at => {
    const examples = signInExamples(at)
    return html`
<h2>In a browser</h2>
<p>Send the user to <code>GET /auth/login</code>. The page redirects to the identity service and, after sign-in, back to
the application. Use <code>?return=…</code> with a path of the application to choose the page they return to.</p>
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
}
