// Part of the page itself: requests what the application's code would request once it runs, so that all of it is under
// way at once. If anything here is wrong, the application only starts later.
;(() => {
  /* The build fills these in: the files of a page by its name, and those of a language. */
  const pages = {}
  const languages = {}

  const { pathname } = location
  const boardId = pathname.match(/^\/app\/board\/(\d+)(?:\/|$)/)?.[1]
  const page = boardId ? 'board' : /^\/app\/?$/.test(pathname) ? 'work' : ''
  outlineShell()
  const language = preferredLanguage()
  for (const file of [...(pages[page] ?? []), ...(languages[language] ?? [])]) preload(file)
  if (!navigator.onLine) return

  const data = ['/startup']
  if (boardId) data.push(`/board/${boardId}/full?perColumn=2000&withProject=true`)
  const headers = { accept: 'application/json', 'accept-language': language }
  globalThis.earlyAnswers = new Map(data.map(address => [address, fetch(address, { headers })]))
  // The application reports a failure when it needs the answer.
  for (const answer of earlyAnswers.values()) answer.catch(() => {})

  /** For `shell.css`. Visitors see the welcome page and the page of an invitation, which have no sidebar. */
  function outlineShell() {
    const { dataset } = document.documentElement
    const isKnown = /(?:^|; )app_user=\d/.test(document.cookie)
    if (!isKnown && /^\/app(\/invitation)?\/?$/.test(pathname)) dataset.visitor = ''
    dataset.page = page
    if (stored('atrium.sidebar-collapsed') === 'true') dataset.sidebar = 'collapsed'
  }

  /** As in `packages/core/src/languages.ts`. */
  function preferredLanguage() {
    const known = document.documentElement.dataset.languages?.split(' ') ?? Object.keys(languages)
    const baseOf = tag => tag.toLowerCase().split('-')[0]
    const find = tag =>
      known.find(code => code.toLowerCase() === tag.toLowerCase()) ??
      known.find(code => baseOf(code) === baseOf(tag))
    return (
      [chosenLanguage(), ...navigator.languages].map(tag => tag && find(tag)).find(Boolean) ??
      known[0] ??
      'en'
    )
  }

  function chosenLanguage() {
    return document.cookie.match(/(?:^|; )atrium_language=([\w-]+)/)?.[1] ?? stored('atrium.language')
  }

  /** A browser that blocks storage throws on access. */
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return undefined
    }
  }

  function preload(file) {
    const link = document.createElement('link')
    const as = { css: 'style', woff2: 'font' }[file.split('.').pop()]
    if (as) Object.assign(link, { rel: 'preload', as })
    else link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
})()
