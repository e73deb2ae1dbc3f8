const profile = {
  title: 'Profile',
} as const

export default profile
