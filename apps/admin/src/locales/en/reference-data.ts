const referenceData = {} as const

export default referenceData
