// Loaded before the first paint: the page never flashes in the other colour scheme.
{
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  let scheme = dark ? 'dark' : 'light'
  try {
    const cookie = document.cookie.match(/(?:^|; )atrium_theme=(\w+)/)?.[1]
    const chosen = cookie ?? localStorage.getItem('atrium.color-scheme')
    if (chosen === 'light' || chosen === 'dark') scheme = chosen
  } catch {
    // Storage is switched off in this browser: the system's scheme stands.
  }
  document.documentElement.dataset.mantineColorScheme = scheme
}
