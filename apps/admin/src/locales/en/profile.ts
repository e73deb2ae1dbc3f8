const profile = {} as const

export default profile
