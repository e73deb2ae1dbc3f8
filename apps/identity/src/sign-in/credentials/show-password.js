// Lets users read the password they type. Without a script, the button stays hidden.
for (const button of document.querySelectorAll('button.show')) {
  const input = button.previousElementSibling
  const show = isShown => {
    input.type = isShown ? 'text' : 'password'
    button.firstChild.data = isShown ? button.dataset.hide : button.dataset.show
  }
  button.hidden = false
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  // Browsers remember what was typed into a visible field, and offer to save only a password.
  input.form.addEventListener('submit', () => show(false))
}
