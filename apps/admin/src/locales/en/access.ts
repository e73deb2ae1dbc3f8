const access = {} as const

export default access
