const installation = {
  title: 'Install the app',
  text: 'Install Atrium to open it in its own window, like any other app.',
  action: 'Install',
  newVersion: 'A new version of Atrium is available.',
  reload: 'Reload',
} as const

export default installation
