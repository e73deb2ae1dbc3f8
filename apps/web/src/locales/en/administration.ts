const administration = {
  title: 'Administration',
} as const

export default administration
