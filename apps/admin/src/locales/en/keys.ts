const keys = {} as const

export default keys
