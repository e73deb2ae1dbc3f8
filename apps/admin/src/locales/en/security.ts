const security = {} as const

export default security
