const installation = {
  title: 'Install the app',
  text: 'Install {product} to open it in its own window, like any other app.',
  action: 'Install',
  newVersion: 'A new version of {product} is available.',
  reload: 'Reload',
} as const

export default installation
