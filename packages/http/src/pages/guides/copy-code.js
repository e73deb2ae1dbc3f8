// Adds a button to every named sample that copies it. Without scripts, the sample is there to be selected.
for (const caption of document.querySelectorAll('.sample figcaption')) {
  const sample = caption.parentElement
  const name = caption.textContent
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${name}`)
  const status = document.createElement('span')
  status.className = 'status'
  status.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    const isCopied = await copy(sample.querySelector('code'))
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C'
    status.textContent = isCopied ? `${name} copied` : `${name} selected: press Ctrl+C to copy it`
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, 3000)
  })
  sample.append(button, status)
}

/** Pages without HTTPS have no clipboard: there, the sample is selected, and the browser is asked to copy it. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}
