// Offers to sign in with a passkey where the browser can. The answer goes with the page's own form.
const button = document.getElementById('passkey')
const problem = document.getElementById('passkey-problem')

if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  button.hidden = false
  button.addEventListener('click', () => {
    problem.hidden = true
    signIn(button.form).catch(() => {
      problem.hidden = false
    })
  })
}

async function signIn(form) {
  const reply = await fetch('/auth/login/passkey/options', { method: 'POST' })
  if (!reply.ok) throw new Error(`There is no challenge: ${reply.status}`)
  const { options, challenge_token } = (await reply.json()).data
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  form.elements.passkey_challenge.value = challenge_token
  form.elements.passkey_response.value = JSON.stringify(credential)
  form.submit()
}
