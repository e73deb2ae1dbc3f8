const installation = {
  title: 'On this device',
  text: 'Install Atrium to open it like any other program, in a window of its own.',
  action: 'Install',
  newVersion: 'There is a new version of Atrium.',
  reload: 'Reload',
} as const

export default installation
