// Loaded before the first paint: the page never flashes in the other colour scheme.
{
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  let scheme = dark ? 'dark' : 'light'
  try {
    const chosen = localStorage.getItem('atrium.color-scheme')
    if (chosen === 'light' || chosen === 'dark') scheme = chosen
  } catch {
    // Storage is switched off in this browser: the system's scheme stands.
  }
  document.documentElement.dataset.mantineColorScheme = scheme
}
