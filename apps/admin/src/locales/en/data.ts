const data = {} as const

export default data
