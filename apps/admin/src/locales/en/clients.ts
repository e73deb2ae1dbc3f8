const clients = {} as const

export default clients
