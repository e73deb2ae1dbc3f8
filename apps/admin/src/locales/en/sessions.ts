const sessions = {} as const

export default sessions
